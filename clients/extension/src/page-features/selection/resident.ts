import { whenEntered } from "../../page/editor-frame";
import { isElement } from "../../page/node-kinds";
import { focusedDrawing, focusedField, markedInCode, selectedRange } from "../../page/selection";
import type { ResidentFeature } from "../feature";
import { listen } from "../listen";
import { readSelectionOptions } from "./options";

/** Minimum selection; shorter ones are accidental. */
const TEXT_MIN_CHARS = 2;
/** Delay after a click, because a double click changes the selection. */
const SETTLED_MS = 120;
/** Delay after a selection whose end nobody heard. */
const UNHEARD_MS = 700;

/** Listens for text selections without reading them; the interface reads them once it is loaded. */
export const toolbarResident: ResidentFeature = {
  id: "toolbar",
  heeds: ({ options }) => options.selection,
  watch(page) {
    const { signal } = page;
    const { show } = readSelectionOptions(page.config.options.selection);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unheard: ReturnType<typeof setTimeout> | undefined;
    let heardAt = Number.NEGATIVE_INFINITY;
    const look = (event: MouseEvent | KeyboardEvent) => {
      clearTimeout(timer);
      clearTimeout(unheard);
      heardAt = event.timeStamp;
      // A page's own script can select text too, which nobody asked about.
      if (!event.isTrusted || (show === "alt" && !event.altKey)) return;
      if (isElement(event.target) && event.target.localName === "ensemble-layer") return;
      timer = setTimeout(() => {
        if (isMarked()) page.call("selection", "show");
      }, SETTLED_MS);
    };
    const lookAtKeys = (event: KeyboardEvent) => {
      if (event.shiftKey || (event.key === "a" && (event.ctrlKey || event.metaKey))) look(event);
    };
    const hear = (inner: Window) => {
      listen(inner, "mouseup", signal, look);
      listen(inner, "keyup", signal, lookAtKeys);
    };
    hear(window);
    whenEntered(signal, hear);
    // Some pages let nobody hear of the mouse, so a selection that stays is one, if a hand was at work.
    if (show !== "alt")
      listen(document, "selectionchange", signal, ({ timeStamp }: Event) => {
        clearTimeout(unheard);
        // Browsers tell of a selection after its end.
        if (timeStamp - heardAt < UNHEARD_MS) return;
        unheard = setTimeout(() => {
          if (navigator.userActivation?.isActive && selectedRange(document)) page.call("selection", "show");
        }, UNHEARD_MS);
      });
    listen(window, "mousedown", signal, () => clearTimeout(unheard));
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      clearTimeout(unheard);
    });
  },
};

function isMarked(): boolean {
  const selected = selectedRange(document);
  if (selected) return selected.toString().trim().length >= TEXT_MIN_CHARS;
  const field = focusedDrawing(document) ?? focusedField(document);
  return field !== null && markedInCode(field).length >= TEXT_MIN_CHARS;
}
