import { closestAround } from "../page/composed";
import { isArea, isHtml, isLine } from "../page/node-kinds";
import { markedInCode, takesCode } from "../page/selection";
import { familyOf, HIDDEN_CODE } from "./editors/family";
import { keeps, selectIn, writeInto } from "./editors/write";
import type { WritingField } from "./field-kind";
import { hasFormat, ownPart, rangeIn, readRich } from "./rich-text";

/** Text to work on: the selection in the field, else the person's own text in it. */
export interface Target {
  readonly field: WritingField;
  readonly isSelection: boolean;
  /** Returns the current text. */
  read(): string;
  /** Replaces the characters from `start` to `end` with `text`, so that the page's undo covers it. */
  replace(start: number, end: number, text: string): Promise<boolean>;
  /** Returns true if replacing it with plain text would lose links, lists or other formatting. */
  losesFormat(): boolean;
}

export function targetOf(field: WritingField): Target {
  const drawn = closestAround(field, HIDDEN_CODE);
  if (isHtml(drawn) && takesCode(field)) return codeTarget(field, drawn);
  if (isLine(field) || isArea(field)) return plainTarget(field);
  return richTarget(field);
}

function plainTarget(field: HTMLInputElement | HTMLTextAreaElement): Target {
  const [marked, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const isSelection = end > marked;
  const from = isSelection ? marked : 0;
  /** Length of the text after the selection, which stays unchanged. */
  const behind = isSelection ? field.value.length - end : 0;
  const to = () => Math.max(from, field.value.length - behind);
  return {
    field,
    isSelection,
    read: () => field.value.slice(from, to()),
    losesFormat: () => false,
    async replace(start, stop, text) {
      const before = field.value;
      const wanted = before.slice(0, from + start) + text + before.slice(from + stop);
      field.focus({ preventScroll: true });
      field.setSelectionRange(from + start, from + stop);
      if (!type(field.ownerDocument, text)) setValue(field, wanted, text);
      // A line takes no breaks, and the browser writes each one as one character.
      const isKept = () => plain(field.value) === plain(wanted);
      return isKept() && keeps(field, isKept);
    },
  };
}

const plain = (text: string): string => text.replace(/\r\n?|\n/g, " ");

const type = (page: Document, text: string): boolean =>
  text === "" ? page.execCommand("delete") : page.execCommand("insertText", false, text);

/**
 * Sets the value like typing would, but without undo, where the browser lacks its own command. Frameworks
 * react to the event.
 */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string, data: string): void {
  const kind = isLine(field) ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data }));
}

function richTarget(editor: HTMLElement): Target {
  const selection = editor.ownerDocument.getSelection();
  const marked = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const isSelection = marked !== null && !marked.collapsed && editor.contains(marked.commonAncestorContainer);
  const kept = isSelection ? marked.cloneRange() : null;
  // An editor may recreate its elements at any time, so without a selection they are looked up each time.
  const scope = () => (kept?.startContainer.isConnected ? kept : ownPart(editor));
  return {
    field: editor,
    isSelection,
    read: () => readRich(scope()).text,
    losesFormat: () => hasFormat(scope()),
    async replace(from, to, words) {
      const whole = scope();
      const read = readRich(whole);
      const isRemoval = words === "" && familyOf(editor) !== "plain";
      const [start, end, text] = isRemoval ? besides(read.text, from, to) : [from, to, words];
      const range = read.text === "" ? beginOf(whole) : rangeIn(read, start, end);
      if (!range) return false;
      const reads = () => readRich(contentOf(editor)).text;
      const wanted = squeezed(beforeAnd(editor, range) + text + behind(editor, range));
      await selectIn(editor, range);
      return writeInto(editor, text, {
        reads,
        isWanted: (held) =>
          squeezed(held) === wanted && spaced(held).includes(spaced(text.replace(/^[^\S\n]+/, ""))),
      });
    },
  };
}

/** Returns a removal as a replacement of the letter beside it: no editor pastes nothing. */
function besides(text: string, start: number, end: number): [number, number, string] {
  const [before, after] = [text[start - 1], text[end]];
  if (before !== undefined && before !== "\n") return [start - 1, end, before];
  if (after !== undefined && after !== "\n") return [start, end + 1, after];
  return [start, end, ""];
}

function contentOf(editor: HTMLElement): Range {
  const range = editor.ownerDocument.createRange();
  range.selectNodeContents(editor);
  return range;
}

function beforeAnd(editor: HTMLElement, { startContainer, startOffset }: Range): string {
  const range = contentOf(editor);
  range.setEnd(startContainer, startOffset);
  return readRich(range).text;
}

function behind(editor: HTMLElement, { endContainer, endOffset }: Range): string {
  const range = contentOf(editor);
  range.setStart(endContainer, endOffset);
  return readRich(range).text;
}

function beginOf(range: Range): Range {
  const begin = range.cloneRange();
  begin.collapse(true);
  return begin;
}

/** Removes white space, because editors put lines into separate elements. */
const squeezed = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, "");

/** Collapses white space: a line that ends is kept apart from the next one. */
const spaced = (text: string): string => text.replace(/[\s\u200b\ufeff]+/g, " ").trimEnd();

/** Returns the target of a code editor that takes keys in a hidden field: its selection alone. */
function codeTarget(field: HTMLElement, drawn: HTMLElement): Target {
  const marked = markedInCode(field);
  const reads = () => squeezed(drawn.textContent ?? "");
  return {
    field,
    isSelection: marked !== "",
    read: () => marked,
    losesFormat: () => false,
    async replace(start, end, text) {
      // Only the editor knows the place of a part.
      if (marked === "" || start !== 0 || end !== marked.length || text === "") return false;
      const before = reads();
      const written = squeezed(text);
      field.focus({ preventScroll: true });
      const isWanted = (held: string) => held !== before && held.includes(written);
      return writeInto(field, text, { reads, isWanted });
    },
  };
}
