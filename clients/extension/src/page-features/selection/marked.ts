import { inFrames } from "../../page/editor-frame";
import { originalText } from "../../page/marked-text";
import { isElement, isHtml } from "../../page/node-kinds";
import { isSecret } from "../../page/secret-field";
import { focusedDrawing, focusedField, markedInCode, selectedRange } from "../../page/selection";
import type { Box } from "../../page-interface/near";
import { editingHost } from "../../writing/field-kind";
import { type Target, targetOf } from "../../writing/target";

/** Selection on a page, with the field in which it can be replaced. */
export interface Marked {
  text: string;
  /** Box at which the selection visibly ends. */
  box: Box;
  /** Field of the selection; null if the page is not editable there. */
  field: MarkedField | null;
}

/** Selection in a field, which is verified before it is replaced. */
export interface MarkedField {
  /** Selected text without surrounding white space. */
  readonly text: string;
  /** Returns true if replacing it with plain text would lose links, lists or other formatting. */
  losesFormat(): boolean;
  /**
   * Replaces the text as if typed. False: the field has changed or rejected it; nothing else is overwritten.
   */
  replace(text: string): Promise<boolean>;
  insertAfter(text: string): Promise<boolean>;
}

/** Maximum length of a selection in a question. */
export const MARKED_MAX_CHARS = 50_000;

/** Reads the current selection; null: nothing, or something that is never read. */
export function readMarked(): Marked | null {
  const focused = focusedField(document);
  const inField = focused && readField(focused);
  if (inField) return inField;
  const drawing = focusedDrawing(document);
  const inDrawing = drawing && readDrawing(drawing);
  if (inDrawing) return inDrawing;
  const range = selectedRange(document)?.cloneRange();
  if (!range) return null;
  const editor = editorOf(range);
  // With its translation next to it, a paragraph is included once.
  const text = ((editor ? null : originalText(range)) ?? shownText(range)).trim();
  if (text === "") return null;
  if (editor && isSecret(editor)) return null;
  const field = editor ? markedIn(targetOf(editor)) : null;
  return { text: text.slice(0, MARKED_MAX_CHARS), box: endOf(range), field };
}

/** Returns the text of a range as it is shown; in a shadow root the page's selection says nothing. */
function shownText(range: Range): string {
  const shown = pageOf(range).getSelection()?.toString() ?? "";
  return shown.trim() === "" ? range.toString() : shown;
}

function readField(field: HTMLTextAreaElement | HTMLInputElement): Marked | null {
  if (isSecret(field)) return null;
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const text = field.value.slice(start, end).trim();
  if (text === "") return null;
  const { left, top, width, height } = field.getBoundingClientRect();
  const canWrite = !field.readOnly && !field.disabled;
  return {
    text: text.slice(0, MARKED_MAX_CHARS),
    box: { left, top, width, height: Math.min(height, 200) },
    field: canWrite ? markedIn(targetOf(field)) : null,
  };
}

/** Reads the selection of an editor that draws its text by itself. */
function readDrawing(field: HTMLElement): Marked | null {
  const text = markedInCode(field).trim();
  if (text === "" || isSecret(field)) return null;
  const { left, top, width, height } = field.getBoundingClientRect();
  const box = { left, top, width: Math.min(width, 400), height: Math.min(height, 200) };
  return { text: text.slice(0, MARKED_MAX_CHARS), box, field: markedIn(targetOf(field)) };
}

const pageOf = ({ commonAncestorContainer }: Range): Document =>
  commonAncestorContainer.ownerDocument ?? document;

/** Returns the editor that contains a range. */
function editorOf(range: Range): HTMLElement | null {
  const within = range.commonAncestorContainer;
  const element = isElement(within) ? within : within.parentElement;
  const editor = element?.closest<HTMLElement>("[contenteditable]:not([contenteditable=false])");
  if (editor?.isContentEditable) return editor;
  // In a frame, a document may be edited as a whole.
  const isInFrame = isHtml(element) && element.ownerDocument !== document;
  return isInFrame ? editingHost(element) : null;
}

function markedIn(target: Target): MarkedField {
  const before = target.read();
  const text = before.trim();
  const start = before.indexOf(text);
  const end = start + text.length;
  const put = async (from: number, words: string) =>
    target.read() === before && (await target.replace(from, end, words));
  return {
    text,
    losesFormat: target.losesFormat,
    replace: (words) => put(start, words),
    insertAfter: (words) => put(end, `\n${words}`),
  };
}

/** Returns the box of a range's last line. */
function endOf(range: Range): Box {
  const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const { left, top, width, height } = inFrames(
    pageOf(range).documentElement,
    lines.at(-1) ?? range.getBoundingClientRect(),
  );
  return { left, top, width, height };
}
