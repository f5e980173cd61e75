import { browser } from "wxt/browser";
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
 * Takes its seat in a page and begins to listen, with the features that run here. A page gets it once; where the extension
 * was updated, the new one takes over from the old, which hears nothing more.
 */
export async function startResident(features: readonly ResidentFeature[]): Promise<void> {
  const before = seat();
  if (before && !before.stop.signal.aborted && isAlive()) return;
  before?.stop.abort();
  const config = await hello();
  if (!config) return;
  const made = makeSeat(config);
  takeSeat(made);
  const page = {
    get config() {
      return made.config;
    },
    signal: made.stop.signal,
    call: (feature: PageCall["feature"], what: string, detail?: unknown) =>
      made.call({ feature, what, detail }),
  };
  for (const feature of features) if (config.features.includes(feature.id)) feature.watch(page);
  const onMessage = (message: unknown, sender: { id?: string; tab?: unknown }) => {
    // From the background or a page of ours; another tab's script has a tab.
    if (sender.id !== browser.runtime.id || sender.tab !== undefined) return;
    void hear(message, made, features);
  };
  browser.runtime.onMessage.addListener(onMessage);
  made.stop.signal.addEventListener("abort", () => {
    browser.runtime.onMessage.removeListener(onMessage);
    if (seat() === made) takeSeat(undefined);
  });
}

async function hear(message: unknown, made: PageSeat, features: readonly ResidentFeature[]): Promise<void> {
  const { name, request } = (message ?? {}) as { name?: keyof ToPage; request?: unknown };
  if (name === "background→page: call") made.call(request as PageCall);
  if (name === "background→page: changed") {
    made.stop.abort();
    await startResident(features);
  }
}

function makeSeat(config: PageConfig): PageSeat {
  const made: PageSeat = {
    config,
    waiting: [],
    take: null,
    stop: new AbortController(),
    call: (call) => {
      if (made.take) return made.take(call);
      made.waiting.push(call);
      // One request for the interface, however many calls wait for it.
      if (made.waiting.length > 1) return;
      void say("page→background: load interface").then((loaded) => {
        if (!loaded && !made.take) made.waiting = [];
      });
    },
  };
  return made;
}

/** How this page is set up; null where the extension has gone away, or has nothing to do here. */
const hello = (): Promise<PageConfig | null> => say("page→background: hello");

/** Whether the extension that this script came from is still there. */
function isAlive(): boolean {
  try {
    return Boolean(browser.runtime.id);
  } catch {
    return false;
  }
}
