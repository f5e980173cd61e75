import { focusedElement } from "./composed";
import { editorIn } from "./editor-frame";
import { isArea, isElement, isHtml, isLine } from "./node-kinds";

/** Returns what is selected in a page, in shadow roots and editors in frames as well; null: nothing. */
export function selectedRange(page: Document): Range | null {
  let selection: Selection | null = (editorIn(page.activeElement) ?? page).getSelection();
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
  if (!isElement(anchorNode) && anchorNode?.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return null;
  const child = anchorNode.childNodes[anchorOffset];
  if (isElement(child) && child.shadowRoot) return child.shadowRoot;
  return isElement(anchorNode) ? anchorNode.shadowRoot : null;
}

/** Returns the focused field of an editor that tells the browser what it draws; null: the focus is elsewhere. */
export function focusedDrawing(page: Document): HTMLElement | null {
  const focused = focusedElement(page);
  return isHtml(focused) && editContextOf(focused) ? focused : null;
}

/** Returns the focused field with a selection of its own; null: the focus is elsewhere. */
export function focusedField(page: Document): HTMLInputElement | HTMLTextAreaElement | null {
  const focused = focusedElement(page);
  return isArea(focused) || isLine(focused) ? focused : null;
}

/** Text with a selection that an editor draws by itself and tells the browser about. */
interface EditedText {
  readonly text: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

const editContextOf = (field: HTMLElement): EditedText | null =>
  (field as { editContext?: EditedText | null }).editContext ?? null;

/** Returns true for a field that takes the keys of an editor which draws its text by itself. */
export const takesCode = (field: HTMLElement): boolean => isArea(field) || editContextOf(field) !== null;

/** Returns the selection in a field that takes the keys of a code editor. */
export function markedInCode(field: HTMLElement): string {
  if (isArea(field)) return field.value.slice(field.selectionStart, field.selectionEnd);
  const edited = editContextOf(field);
  if (!edited) return "";
  const { text, selectionStart: a, selectionEnd: b } = edited;
  return text.slice(Math.min(a, b), Math.max(a, b));
}
