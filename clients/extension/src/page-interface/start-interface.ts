import { type InterfaceFeature, type PageCall, seat } from "../page-features/feature";
import { startPageTexts } from "./page-text";

/** Takes the calls of a page from now on, those first that waited. Does nothing where it is there already. */
export async function startInterface(features: readonly InterfaceFeature[]): Promise<void> {
  const mine = seat();
  if (!mine || mine.take) return;
  const started = new Map<string, (what: string, detail: unknown) => void>();
  const page = {
    get config() {
      return mine.config;
    },
    signal: mine.stop.signal,
    call: (feature: PageCall["feature"], what: string, detail?: unknown) =>
      mine.call({ feature, what, detail }),
  };
  const take = ({ feature, what, detail }: PageCall) => {
    const found = features.find(({ id }) => id === feature);
    if (!found || mine.stop.signal.aborted) return;
    const handle = started.get(feature) ?? found.start(page);
    started.set(feature, handle);
    handle(what, detail);
  };
  // Set at once, so that a second copy keeps away; calls go on waiting until there are texts.
  let ready = false;
  mine.take = (call) => {
    if (ready) take(call);
    else mine.waiting.push(call);
  };
  await startPageTexts(mine.config.locale);
  ready = true;
  for (const call of mine.waiting.splice(0)) take(call);
}
