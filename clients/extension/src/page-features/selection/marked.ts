import type { Box } from "../../page-interface/near";

/** What somebody has marked on a page, and where it can be changed. */
export interface Marked {
  text: string;
  /** Where its end is seen. */
  box: Box;
  /** What takes the place of it; null where the page cannot be written in. */
  write: Writer | null;
}

interface Writer {
  replace(text: string): void;
  insertAfter(text: string): void;
}

/** Fields whose text is nobody's but their owner's. */
const SECRET = "input[type=password], [autocomplete*=cc-], [autocomplete*=one-time-code]";

/** Most characters that one question takes along. */
export const MARKED_MAX_CHARS = 50_000;

/** Reads what is marked now; null: nothing, or something that is never read. */
export function readMarked(): Marked | null {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    const inField = readField(field);
    if (inField) return inField;
  }
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const text = selection.toString().trim();
  if (text === "") return null;
  const range = selection.getRangeAt(0).cloneRange();
  return { text: text.slice(0, MARKED_MAX_CHARS), box: endOf(range), write: writerOf(range) };
}

function readField(field: HTMLTextAreaElement | HTMLInputElement): Marked | null {
  if (field.matches(SECRET)) return null;
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  const text = field.value.slice(start, end).trim();
  if (text === "") return null;
  const { left, top, width, height } = field.getBoundingClientRect();
  const canWrite = !field.readOnly && !field.disabled;
  const put = (from: number, words: string) => {
    field.focus();
    field.setSelectionRange(from, end);
    typeIn(words);
  };
  return {
    text: text.slice(0, MARKED_MAX_CHARS),
    box: { left, top, width, height: Math.min(height, 200) },
    write: canWrite
      ? { replace: (words) => put(start, words), insertAfter: (words) => put(end, `\n${words}`) }
      : null,
  };
}

function writerOf(range: Range): Writer | null {
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  const editor = element?.closest<HTMLElement>("[contenteditable]:not([contenteditable=false])");
  if (!editor?.isContentEditable) return null;
  const put = (words: string, collapsed: boolean) => {
    editor.focus();
    const selection = getSelection();
    const place = range.cloneRange();
    if (collapsed) place.collapse(false);
    selection?.removeAllRanges();
    selection?.addRange(place);
    typeIn(words);
  };
  return { replace: (words) => put(words, false), insertAfter: (words) => put(`\n${words}`, true) };
}

/** As if typed: the page's editor hears of it, and its undo takes it back. There is no other way that editors understand. */
function typeIn(text: string): void {
  document.execCommand("insertText", false, text);
}

/** The last line of a range, as it is seen. */
function endOf(range: Range): Box {
  const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const { left, top, width, height } = lines.at(-1) ?? range.getBoundingClientRect();
  return { left, top, width, height };
}
