import { takesHtml } from "../page/node-kinds";
import { askFromPage } from "../page-features/ask";
import {
  type InterfaceFeature,
  type InterfacePage,
  type PageCall,
  type PageConfig,
  type PageFeatureId,
  seat,
} from "../page-features/feature";
import { startPageTexts } from "./page-text";

/**
 * Handles the page's calls from now on, starting with the waiting ones. Does nothing if it is already
 * running.
 */
export async function startInterface(features: readonly InterfaceFeature[]): Promise<void> {
  const mine = seat();
  if (!mine?.config || mine.take) return;
  const config = () => mine.config as PageConfig;
  const started = new Map<
    PageFeatureId,
    { handle: (what: string, detail: unknown) => void; stop: AbortController }
  >();
  const start = (feature: InterfaceFeature) => {
    const stop = new AbortController();
    const page: InterfacePage = {
      get config() {
        return config();
      },
      signal: AbortSignal.any([stop.signal, mine.stop.signal]),
      call: (called, what, detail) => mine.call({ feature: called, what, detail }),
      choose,
    };
    const begun = { handle: feature.start(page), stop };
    started.set(feature.id, begun);
    return begun;
  };
  const choose = (id: PageFeatureId, options: Record<string, unknown>) => {
    // Known here at once, so that the background's notification changes nothing.
    const kept = { ...(config().options[id] as object | undefined), ...options };
    mine.config = { ...config(), options: { ...config().options, [id]: kept } };
    askFromPage("page→background: choose", { feature: id, options }).catch((error: unknown) =>
      console.warn("a choice was not kept", error),
    );
  };
  const take = ({ feature, what, detail }: PageCall) => {
    const found = features.find(({ id }) => id === feature);
    if (!found || mine.stop.signal.aborted) return;
    // A drawing or a feed has no place for anything of ours.
    if (!takesHtml(document)) return;
    (started.get(feature) ?? start(found)).handle(what, detail);
  };
  mine.changed = (before) => {
    for (const [id, { stop }] of started) {
      // A feature called without a resident half ends when it is switched off there.
      const isGone = before.features.includes(id) && !config().features.includes(id);
      if (!isGone && !config().off.includes(id)) continue;
      started.delete(id);
      stop.abort();
    }
    // Open interfaces keep their language.
    if (before.locale !== config().locale) void startPageTexts(config().locale);
  };
  // Set at once, so that a second copy stops; calls wait until the texts are loaded.
  let ready = false;
  mine.take = (call) => {
    if (ready) take(call);
    else mine.waiting.push(call);
  };
  await startPageTexts(config().locale);
  ready = true;
  for (const call of mine.waiting.splice(0)) take(call);
}
