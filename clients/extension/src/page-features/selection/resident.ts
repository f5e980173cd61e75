import type { ResidentFeature } from "../feature";
import { listen } from "../listen";
import { readSelectionOptions } from "./options";

/** Minimum selection; shorter ones are accidental. */
const TEXT_MIN_CHARS = 2;
/** Delay after a click, because a double click changes the selection. */
const SETTLED_MS = 120;

/** Listens for text selections without reading them; the interface reads them once it is loaded. */
export const toolbarResident: ResidentFeature = {
  id: "toolbar",
  heeds: ({ options }) => options.selection,
  watch(page) {
    const { signal } = page;
    const { show } = readSelectionOptions(page.config.options.selection);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (event: MouseEvent | KeyboardEvent) => {
      clearTimeout(timer);
      // A page's own script can select text too, which nobody asked about.
      if (!event.isTrusted || (show === "alt" && !event.altKey)) return;
      if (event.target instanceof Element && event.target.localName === "ensemble-layer") return;
      timer = setTimeout(() => {
        if (isMarked()) page.call("selection", "show");
      }, SETTLED_MS);
    };
    listen(document, "mouseup", signal, look);
    listen(document, "keyup", signal, (event: KeyboardEvent) => {
      if (event.shiftKey || (event.key === "a" && (event.ctrlKey || event.metaKey))) look(event);
    });
    signal.addEventListener("abort", () => clearTimeout(timer));
  },
};

function isMarked(): boolean {
  const selection = getSelection();
  if (selection && !selection.isCollapsed) return selection.toString().trim().length >= TEXT_MIN_CHARS;
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) return false;
  return Math.abs(field.selectionEnd - field.selectionStart) >= TEXT_MIN_CHARS;
}
