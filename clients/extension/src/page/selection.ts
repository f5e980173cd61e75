import { focusedElement } from "./composed";

/** Returns what is selected in a page, in shadow roots as well; null: nothing. */
export function selectedRange(page: Document): Range | null {
  let selection: Selection | null = page.getSelection();
  while (selection && selection.rangeCount > 0) {
    if (!selection.isCollapsed) return selection.getRangeAt(0);
    // Seen from outside, a selection in a shadow root is a point before its host.
    const root = rootAt(selection);
    const inner: Selection | null = root?.getSelection?.() ?? null;
    if (!inner || inner === selection) return null;
    selection = inner;
  }
  return null;
}

type SelectableRoot = ShadowRoot & { getSelection?: () => Selection | null };

function rootAt({ anchorNode, anchorOffset }: Selection): SelectableRoot | null {
  if (!(anchorNode instanceof Element) && !(anchorNode instanceof DocumentFragment)) return null;
  const child = anchorNode.childNodes[anchorOffset];
  if (child instanceof Element && child.shadowRoot) return child.shadowRoot;
  return anchorNode instanceof Element ? anchorNode.shadowRoot : null;
}

/** Returns the focused field with a selection of its own; null: the focus is elsewhere. */
export function focusedField(page: Document): HTMLInputElement | HTMLTextAreaElement | null {
  const focused = focusedElement(page);
  return focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement ? focused : null;
}
