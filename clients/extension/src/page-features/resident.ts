import { browser } from "wxt/browser";
import { editorIn } from "../page/editor-frame";
import {
  type PageCall,
  type PageConfig,
  type PageSeat,
  type ResidentFeature,
  seat,
  takeSeat,
} from "./feature";
import type { ToPage } from "./page-messages";
import { say } from "./say";

/**
 * Registers in a page and starts the features that run here. A page gets it once; after an update of the
 * extension, the new script takes over from the old one, which stops listening.
 */
export function startResident(features: readonly ResidentFeature[]): Promise<void> {
  // The page around an editor reaches into its frame.
  if (editorIn(window.frameElement)) return Promise.resolve();
  if ((document as { prerendering?: boolean }).prerendering) return whenShown(features);
  const before = seat();
  if (before && !before.stop.signal.aborted && isAlive()) return before.ready;
  before?.stop.abort();
  removeLeftovers();
  // Before asking the background, which may have to wake up: concurrent injections find the registration.
  const made = makeSeat();
  takeSeat(made);
  const { signal } = made.stop;
  const listening = new Map<ResidentFeature, { by: string; stop: AbortController }>();

  const configure = async () => {
    const config = await say("page→background: hello");
    if (signal.aborted) return;
    const known = made.config;
    // The extension is gone, or the content belongs to another session.
    if (!config || (known && whose(known) !== whose(config))) {
      made.stop.abort();
      return config ? startResident(features) : undefined;
    }
    made.config = config;
    for (const feature of features) listen(feature, config);
    if (known) made.changed?.(known);
  };

  /** Starts, stops or restarts a feature if the configuration it depends on has changed. */
  const listen = (feature: ResidentFeature, config: PageConfig) => {
    const { id } = feature;
    const by = config.features.includes(id)
      ? JSON.stringify([Object.entries(config.options[id] ?? {}).sort(), feature.heeds?.(config)])
      : "";
    const old = listening.get(feature);
    if ((old?.by ?? "") === by) return;
    old?.stop.abort();
    const stop = new AbortController();
    listening.set(feature, { by, stop });
    if (by)
      feature.watch({
        config,
        signal: stop.signal,
        call: (called, what, detail) => made.call({ feature: called, what, detail }),
      });
  };

  const onMessage = (message: unknown, sender: { id?: string; tab?: unknown }) => {
    // From the background or a page of ours; scripts in other tabs have a tab.
    if (sender.id !== browser.runtime.id || sender.tab !== undefined) return;
    const { name, request } = (message ?? {}) as { name?: keyof ToPage; request?: unknown };
    if (name === "background→page: call") void made.ready.then(() => made.call(request as PageCall));
    // In sequence, so that the last request wins.
    if (name === "background→page: changed") made.ready = made.ready.then(configure);
  };
  browser.runtime.onMessage.addListener(onMessage);
  // Kept in the browser's cache, a page hears nothing of what changes.
  const returned = ({ persisted }: PageTransitionEvent) => {
    if (persisted) made.ready = made.ready.then(configure);
  };
  addEventListener("pageshow", returned, { signal });
  signal.addEventListener("abort", () => {
    browser.runtime.onMessage.removeListener(onMessage);
    for (const { stop } of listening.values()) stop.abort();
    if (seat() === made) takeSeat(undefined);
  });
  watchRewriting(signal, () => {
    for (const [feature, { stop }] of [...listening]) {
      stop.abort();
      listening.delete(feature);
      if (made.config) listen(feature, made.config);
    }
  });
  made.ready = configure();
  return made.ready;
}

/** Starts once somebody sees a page that was loaded in advance. */
const whenShown = (features: readonly ResidentFeature[]): Promise<void> =>
  new Promise((resolve) =>
    document.addEventListener("prerenderingchange", () => resolve(startResident(features)), { once: true }),
  );

/** Removes what an earlier version of the extension left in the page: nobody listens to it any more. */
function removeLeftovers(): void {
  for (const left of document.querySelectorAll("ensemble-layer, ensemble-translation")) left.remove();
}

/** Calls when a page writes itself anew (`document.open`), which removes all listeners of it. */
function watchRewriting(signal: AbortSignal, act: () => void): void {
  let root = document.documentElement;
  const watch = new MutationObserver(() => {
    if (!document.documentElement || document.documentElement === root) return;
    root = document.documentElement;
    act();
  });
  watch.observe(document, { childList: true });
  signal.addEventListener("abort", () => watch.disconnect());
}

/** Identifies the signed-in person and server, for whom content is shown. */
const whose = ({ server, signedIn }: PageConfig): string => `${signedIn} ${server}`;

function makeSeat(): PageSeat {
  const made: PageSeat = {
    config: null,
    ready: Promise.resolve(),
    waiting: [],
    take: null,
    changed: null,
    stop: new AbortController(),
    call: (call) => {
      // After an update, this script is the old one.
      if (!isAlive()) return made.stop.abort();
      // Off on a site means off for every caller: a shortcut, a menu, another feature.
      if (made.config?.off.includes(call.feature)) return;
      if (made.take) return made.take(call);
      made.waiting.push(call);
      // A single request for the interface, however many calls wait for it.
      if (made.waiting.length > 1) return;
      void say("page→background: load interface").then((loaded) => {
        if (!loaded && !made.take) made.waiting = [];
      });
    },
  };
  return made;
}

/** Returns true if the extension that injected this script is still installed and running. */
function isAlive(): boolean {
  try {
    return Boolean(browser.runtime.id);
  } catch {
    return false;
  }
}
