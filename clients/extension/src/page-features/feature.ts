/**
 * Ids of the extension's features in web pages. Each has two halves.
 *
 * The **resident** half is a plain script of a few kilobytes that the browser runs on sites that the person
 * allowed. It only listens. The **interface** half has everything visible; the background injects it into a
 * page on first use. Both run in the browser's isolated world, which the page cannot access.
 *
 * To add a feature, add an id here, a line in `resident-features.ts` if it listens, and a line in
 * `interface-features.ts`.
 *
 * `selection` is the quick panel; `toolbar` listens for selected text and opens it.
 */
export const PAGE_FEATURES = ["selection", "toolbar", "avatar", "translation", "search", "writing"] as const;

export type PageFeatureId = (typeof PAGE_FEATURES)[number];

/** Request from a resident half, the background or a command to an interface half. */
export interface PageCall {
  feature: PageFeatureId;
  /** Requested action, as defined by the feature. */
  what: string;
  /** Plain data only, because it is sent as a message. Features validate it. */
  detail?: unknown;
}

/** Configuration of a page's features, sent by the background when a page loads. */
export interface PageConfig {
  /** Features enabled on this site. */
  features: readonly PageFeatureId[];
  /**
   * Features that are off on this site and must not be called, unlike others, which shortcuts and menus may
   * call anywhere.
   */
  off: readonly PageFeatureId[];
  /** Options of each feature in its own format (read by the feature's `options.ts`). */
  options: Readonly<Partial<Record<PageFeatureId, unknown>>>;
  signedIn: boolean;
  /** Server address for display; null: none is chosen. */
  server: string | null;
  locale: string;
  direction: "ltr" | "rtl";
  theme: "auto" | "light" | "dark";
}

/**
 * Half of a feature that always runs. It must not import anything large: all of them together, with the
 * framework, stay below 23 KB and 5 ms (`make bench`).
 */
export interface ResidentFeature {
  id: PageFeatureId;
  /**
   * Returns further parts of the configuration that it depends on besides its own options; it restarts when
   * they change.
   */
  heeds?(config: PageConfig): unknown;
  /**
   * Starts listening. `page.signal` stops it when the feature is switched off or changed, or the extension is
   * gone.
   */
  watch(page: ResidentPage): void;
}

export interface ResidentPage {
  readonly config: PageConfig;
  /** Pass it to every `addEventListener`. */
  readonly signal: AbortSignal;
  /** Loads the interface if necessary and passes the call to the feature's other half. */
  call(feature: PageFeatureId, what: string, detail?: unknown): void;
}

/** Visible half of a feature. Injected on demand; runs as long as the page. */
export interface InterfaceFeature {
  id: PageFeatureId;
  /**
   * Called once, on the first call of this feature. The returned function handles this and all later calls.
   */
  start(page: InterfacePage): (what: string, detail: unknown) => void;
}

export interface InterfacePage {
  /** Current configuration; read it again on every render. */
  readonly config: PageConfig;
  /**
   * Aborted when the extension is removed or updated, the session changes, or the feature is switched off on
   * this site. No other setting interrupts the person's work.
   */
  readonly signal: AbortSignal;
  /** Stores options of a feature that were chosen in the page. */
  choose(feature: PageFeatureId, options: Record<string, unknown>): void;
  /** Calls another feature, as a resident half does. */
  call(feature: PageFeatureId, what: string, detail?: unknown): void;
}

/** Object through which both halves find each other in the isolated world of a page. */
export interface PageSeat {
  /** Configuration; null until the background has sent it. */
  config: PageConfig | null;
  /** Resolves when all requested data has arrived; external calls wait for it. */
  ready: Promise<void>;
  /** Calls from before the interface was loaded. */
  waiting: PageCall[];
  /** Set by the interface; handles every call from then on. */
  take: ((call: PageCall) => void) | null;
  /** Set by the interface; called when the configuration changed. */
  changed: ((before: PageConfig) => void) | null;
  call(call: PageCall): void;
  stop: AbortController;
}

const SEAT = Symbol.for("ensemble.page");

type World = { [SEAT]?: PageSeat };

/** Returns the shared object of this page's scripts; scripts of the page itself cannot access it. */
export const seat = (): PageSeat | undefined => (globalThis as World)[SEAT];

export function takeSeat(made: PageSeat | undefined): void {
  (globalThis as World)[SEAT] = made;
}
