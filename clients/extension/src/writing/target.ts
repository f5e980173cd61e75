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
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return plainTarget(field);
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
      if (!write(field.ownerDocument, text)) setValue(field, wanted, text);
      return field.value === wanted;
    },
  };
}

/**
 * Sets the value like typing would, but without undo, where the browser lacks its own command. Frameworks
 * react to the event.
 */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string, data: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
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
    async replace(start, end, text) {
      const whole = scope();
      const read = readRich(whole);
      const range = read.text === "" ? beginOf(whole) : rangeIn(read, start, end);
      if (!range) return false;
      const before = editor.textContent;
      await select(editor, range);
      if (!write(editor.ownerDocument, text)) paste(editor, text);
      return editor.textContent !== before && squeezed(editor.textContent).includes(squeezed(text));
    },
  };
}

function beginOf(range: Range): Range {
  const begin = range.cloneRange();
  begin.collapse(true);
  return begin;
}

/** Collapses white space, because editors put lines into separate elements. */
const squeezed = (text: string | null): string => (text ?? "").replace(/\s+/g, "");

/** Maximum wait for an editor to notice the selection. */
const HEARD_MS = 60;

/** Selects a range and lets the editor notice: many track the selection themselves. */
async function select(editor: HTMLElement, range: Range): Promise<void> {
  const page = editor.ownerDocument;
  editor.focus({ preventScroll: true });
  const heard = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HEARD_MS);
    page.addEventListener(
      "selectionchange",
      () => {
        clearTimeout(timer);
        // After all other listeners.
        setTimeout(resolve);
      },
      { once: true },
    );
  });
  const selection = page.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  await heard;
}

/**
 * Replaces the selection as if typed: the page gets `input` events, and its undo works. The command is
 * deprecated, but the only one that does both.
 */
const write = (page: Document, text: string): boolean =>
  text === "" ? page.execCommand("delete") : page.execCommand("insertText", false, text);

/** Pastes the text, for editors that ignore other insertions. */
function paste(editor: HTMLElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}
