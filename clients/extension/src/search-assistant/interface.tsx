import type { InterfaceFeature, InterfacePage } from "../page-features/feature";
import { type Layer, openLayer } from "../page-interface/layer";
import type { Search } from "./engines";
import { awaitPlace } from "./place";
import { queryInField } from "./results";
import { SearchBox } from "./SearchBox";

/** Interface beside search results, for one search at a time. */
export const searchInterface: InterfaceFeature = {
  id: "search",
  start(page) {
    let shown = new AbortController();
    return (what, detail) => {
      shown.abort();
      if (what !== "show") return;
      shown = new AbortController();
      void show(page, detail as Search, shown.signal);
    };
  },
};

async function show(page: InterfacePage, { engine, query }: Search, signal: AbortSignal): Promise<void> {
  const put = await awaitPlace(document, engine, AbortSignal.any([signal, page.signal]));
  const asked = query || queryInField(document, engine);
  if (signal.aborted || asked === "") return;
  const layer: Layer = openLayer(page, put ?? undefined);
  signal.addEventListener("abort", layer.close, { once: true });
  layer.render(
    <SearchBox page={page} engine={engine} query={asked} floats={put === null} onClose={layer.close} />,
  );
}
