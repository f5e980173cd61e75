import { askFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import type { Marked } from "../page-features/selection/marked";
import { type Layer, openLayer } from "../page-interface/layer";
import { withReceipt } from "../page-interface/receipt";
import { KeptNote, type Outcome } from "./KeptNote";

/** Saves the selection as a memo and shows the outcome. Returns the notice, if any. */
export async function keepMarked(page: InterfacePage, marked: Marked): Promise<Layer | null> {
  const { title } = document;
  const request = { text: marked.text, title, path: location.pathname };
  const leaves = `${title}\n${location.origin}${location.pathname}\n\n${marked.text}`;
  let outcome: Outcome;
  try {
    const kept = await withReceipt(page, leaves, () => askFromPage("page→background: keep", request));
    if (kept === null) return null;
    outcome = { kind: "kept", memoId: kept.memoId };
  } catch (error) {
    outcome = { kind: "refused", error };
  }
  const layer = openLayer(page);
  layer.render(<KeptNote outcome={outcome} anchor={marked.box} onClose={() => layer.close()} />);
  return layer;
}
