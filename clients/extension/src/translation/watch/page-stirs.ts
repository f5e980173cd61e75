import { hasNoSize, hidesAll, hidesWords } from "../../page/visibility";
import type { Steps } from "../../slices";
import { OWN_TAG, type PageNodes, tagOf } from "../page-nodes";

const SETTLE_MS = 250;
/** Maximum delay on pages that never settle. */
const SETTLE_MAX_MS = 1_000;
/** Maximum number of hidden elements that are watched for being shown. */
const UNSEEN_MAX = 5_000;
/** Times after which elements are looked at that get their content by a script of their own. */
const UPGRADED_MS = [1_000, 3_000, 8_000];

/** Events after which styles may show something, though nothing else has changed. */
const REVEALING = ["transitionend", "animationend", "toggle", "fullscreenchange", "change", "click"];
/** Number of ancestors of what is pointed at whose content may be shown by that. */
const POINTED_LEVELS = 4;

/** Attributes that decide whether an element is read, beside its styles. */
const READ = ["hidden", "open", "aria-hidden", "inert", "contenteditable", "translate", "lang"];
const SHOWN = ["class", "style"];

/** Changes of a page since the last reading. */
export interface Stirred {
  /** Nodes whose content has changed. */
  changed: Set<Node>;
  /** Elements that were inserted between others. */
  added: Set<Element>;
}

/**
 * Hears what happens to a page: changes in it and in its shadow roots, a new body, and hidden elements that are
 * shown, whichever way.
 */
export class PageStirs {
  private stirred: Stirred = { changed: new Set(), added: new Set() };
  private readonly unseen = new Set<Element>();
  private readonly hosts = new Set<Element>();
  private readonly watched = new WeakSet<Node>();
  private readonly changes: MutationObserver;
  /** Tells when an element without a box gets one near the window. */
  private readonly reveals: IntersectionObserver;
  private readonly ended = new AbortController();
  private readonly timers: ReturnType<typeof setTimeout>[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;

  constructor(
    private readonly page: Document,
    private readonly onStir: () => void,
  ) {
    this.changes = new MutationObserver((records) => this.hear(records));
    this.reveals = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ target, isIntersecting }) => isIntersecting && isShown(target))) this.settle();
      },
      { rootMargin: "600px" },
    );
  }

  start(): void {
    const { signal } = this.ended;
    // The document and not its body, which routers replace.
    this.watch(this.page);
    const look = () => {
      if (this.unseen.size > 0) this.settle();
    };
    for (const name of REVEALING)
      this.page.addEventListener(name, look, { signal, capture: true, passive: true });
    this.page.defaultView?.addEventListener("hashchange", look, { signal });
    const point = ({ target }: Event) => {
      const around = target instanceof Element ? ancestorOf(target, POINTED_LEVELS) : null;
      if (around && [...this.unseen].some((element) => around.contains(element))) this.settle();
    };
    for (const name of ["pointerover", "focusin"])
      this.page.addEventListener(name, point, { signal, capture: true, passive: true });
    for (const delay of UPGRADED_MS)
      this.timers.push(
        setTimeout(() => {
          if ([...this.hosts].some(({ shadowRoot }) => shadowRoot)) this.settle();
        }, delay),
      );
  }

  stop(): void {
    this.ended.abort();
    for (const timer of [this.timer, ...this.timers]) clearTimeout(timer);
    this.changes.disconnect();
    this.reveals.disconnect();
  }

  /** Expects that a hidden element may be shown. */
  expect(element: Element): void {
    if (this.unseen.has(element) || this.unseen.size >= UNSEEN_MAX) return;
    this.unseen.add(element);
    this.reveals.observe(element);
  }

  /** Watches the shadow root of an element; without one, expects that it gets one. */
  watchHost(host: Element): void {
    if (host.shadowRoot) this.watch(host.shadowRoot);
    else this.hosts.add(host);
  }

  /** Returns what has changed since the last time, with what is shown by now. */
  *take(nodes: PageNodes): Steps<Stirred> {
    this.since = 0;
    const taken = this.stirred;
    this.stirred = { changed: new Set(), added: new Set() };
    for (const element of [...this.unseen]) {
      yield;
      if (element.isConnected && !isShown(element)) continue;
      this.unseen.delete(element);
      this.reveals.unobserve(element);
      if (element.isConnected) taken.changed.add(element);
    }
    for (const host of [...this.hosts]) {
      if (host.isConnected && !host.shadowRoot) continue;
      this.hosts.delete(host);
      if (!host.isConnected) continue;
      nodes.forget(host);
      taken.changed.add(host);
    }
    return taken;
  }

  private watch(root: Node): void {
    if (this.watched.has(root)) return;
    this.watched.add(root);
    this.changes.observe(root, {
      childList: true,
      characterData: true,
      subtree: true,
      attributes: true,
      attributeFilter: [...READ, ...SHOWN],
    });
  }

  private hear(records: readonly MutationRecord[]): void {
    let isStirred = false;
    for (const record of records) {
      if (isOurs(record)) continue;
      if (record.type === "attributes" && SHOWN.includes(record.attributeName ?? "")) {
        // Only what was hidden may have become text.
        isStirred ||= this.unseen.size > 0;
        continue;
      }
      isStirred = true;
      this.note(record);
    }
    if (isStirred) this.settle();
  }

  private note({ type, target, addedNodes, removedNodes }: MutationRecord): void {
    const isInsertion = type === "childList" && removedNodes.length === 0 && addedNodes.length > 0;
    const added = [...addedNodes];
    if (isInsertion && added.every((node) => node instanceof Element))
      for (const element of added as Element[]) this.stirred.added.add(element);
    else this.stirred.changed.add(target);
  }

  private settle(): void {
    const now = performance.now();
    this.since ||= now;
    clearTimeout(this.timer);
    const rest = Math.max(0, this.since + SETTLE_MAX_MS - now);
    this.timer = setTimeout(this.onStir, Math.min(SETTLE_MS, rest));
  }
}

function ancestorOf(element: Element, levels: number): Element {
  let up = element;
  for (let level = 0; level < levels && up.parentElement; level += 1) up = up.parentElement;
  return up;
}

function isShown(element: Element): boolean {
  const style = getComputedStyle(element);
  return !hidesAll(element, style) && !hidesWords(element, style) && !hasNoSize(element, style);
}

const isOwn = (node: Node): boolean =>
  node instanceof Element && (tagOf(node) === OWN_TAG || tagOf(node) === "ENSEMBLE-LAYER");

/** Returns true if the extension itself caused the change. */
function isOurs({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  if (element?.closest(`${OWN_TAG.toLowerCase()}, ensemble-layer`)) return true;
  const moved = [...addedNodes, ...removedNodes];
  return moved.length > 0 && moved.every(isOwn);
}
