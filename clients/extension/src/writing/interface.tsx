import { focusedElement } from "../page/composed";
import { boxInWindow } from "../page/editor-frame";
import { LAYER_NAME } from "../page/overlay";
import type { InterfaceFeature } from "../page-features/feature";
import { type Layer, openLayer } from "../page-interface/layer";
import { type WritingField, writingField } from "./field-kind";
import { targetOf } from "./target";
import { threadText } from "./thread-text";
import { WritingPanel } from "./WritingPanel";

/** Opens the helper at the focused field; one at a time. */
export const writingInterface: InterfaceFeature = {
  id: "writing",
  start(page) {
    let open: Layer | null = null;
    return (what) => {
      const field = what === "open" ? writingField(focusedElement(document)) : null;
      if (!field) return;
      open?.close();
      // Read before our own box takes the focus.
      const [target, thread] = [targetOf(field), threadText(field)];
      const layer = openLayer(page);
      open = layer;
      const close = () => {
        const focused = focusedElement(document);
        // Back into the field, unless the person has gone on elsewhere.
        const isOurs = !focused || focused === document.body || focused.localName === LAYER_NAME;
        layer.close();
        if (isOurs && field.isConnected) field.focus({ preventScroll: true });
      };
      layer.render(
        <WritingPanel page={page} target={target} thread={thread} anchor={boxOf(field)} onClose={close} />,
      );
    };
  },
};

/** Returns the visible box of the field. */
function boxOf(field: WritingField) {
  const { left, top, right, bottom } = boxInWindow(field);
  const [from, to] = [Math.max(0, top), Math.min(innerHeight, bottom)];
  return { left, top: from, width: right - left, height: Math.max(0, to - from) };
}
