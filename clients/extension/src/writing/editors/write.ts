import { type Family, familyOf } from "./family";
import { paste, pasteBlocks, placeOf } from "./paste";

/** A way to put text at the selection. Returns false if nobody took it. */
type Way = (editor: HTMLElement, text: string) => boolean;

/** Ways to write by kind of editor, the best first. The next one is tried only where nothing changed. */
const WAYS: Readonly<Record<Family, readonly Way[]>> = {
  slate: [paste, beforeInput],
  lexical: [paste, beforeInput],
  draft: [paste],
  prosemirror: [paste, type],
  quill: [paste, typeLines],
  old_quill: [typeLines],
  ckeditor: [pasteBlocks, type],
  old_ckeditor: [pasteBlocks, type],
  tinymce: [pasteBlocks, type],
  codemirror: [paste],
  trix: [paste, type],
  editorjs: [typeBreaks],
  hidden_code: [paste],
  plain: [type, paste],
};

/** Intervals and number of looks at an editor that draws its text later. */
const LOOK_MS = 25;
const LOOKS = 24;
/** Delay after which a framework would have put its own text back. */
const TURN_MS = 80;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Tells what an editor holds, and whether that is what it is to hold. */
interface Expected {
  reads: () => string;
  isWanted: (held: string) => boolean;
}

/** Writes at the selection in the editor's own way. False: it did not take it. */
export async function writeInto(
  editor: HTMLElement,
  text: string,
  { reads, isWanted }: Expected,
): Promise<boolean> {
  const family = familyOf(editor);
  for (const way of text === "" ? [remove] : WAYS[family]) {
    const before = reads();
    const took = way(editor, text);
    if (await holds(editor, { reads, isWanted }, took ? LOOKS : 4)) return true;
    // An editor that took it and shows nothing may still do so; writing again would write twice.
    if (reads() !== before || (took && family !== "plain")) return false;
  }
  return false;
}

/** Returns true if a field still holds a text after its turn, or its person has gone on, such as by undoing it. */
export async function keeps(field: HTMLElement, isKept: () => boolean): Promise<boolean> {
  const ended = new AbortController();
  const { signal } = ended;
  const touched = new Promise<boolean>((resolve) => {
    const hear = (event: Event) => event.isTrusted && resolve(true);
    for (const name of ["keydown", "pointerdown"])
      field.ownerDocument.addEventListener(name, hear, { signal, capture: true, passive: true });
  });
  const isTouched = await Promise.race([touched, pause(TURN_MS).then(() => false)]);
  ended.abort();
  return isTouched || isKept();
}

/** Returns true once the editor holds the text and keeps it. */
async function holds(editor: HTMLElement, { reads, isWanted }: Expected, looks: number): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    if (isWanted(reads())) return keeps(editor, () => isWanted(reads()));
    await pause(LOOK_MS);
  }
  return false;
}

/**
 * Replaces the selection as if typed: the page gets `input` events, and its undo works. The command is
 * deprecated, but the only one that does both.
 */
function type(editor: HTMLElement, text: string): boolean {
  return editor.ownerDocument.execCommand("insertText", false, text);
}

const remove: Way = (editor) => editor.ownerDocument.execCommand("delete");

/** Types line by line, for editors that would make a break inside a text an element of its own. */
function typeLines(editor: HTMLElement, text: string): boolean {
  const page = editor.ownerDocument;
  return text.split("\n").every((line, at) => {
    if (at > 0 && !page.execCommand("insertParagraph")) return false;
    if (line !== "") return page.execCommand("insertText", false, line);
    // Without a selection, it would take the letter before.
    return at > 0 || page.getSelection()?.isCollapsed !== false || page.execCommand("delete");
  });
}

/** Types with breaks within a line, for editors that keep each of their blocks as one line. */
function typeBreaks(editor: HTMLElement, text: string): boolean {
  const page = editor.ownerDocument;
  return text.split("\n").every((line, at) => {
    if (at > 0 && !page.execCommand("insertLineBreak")) return false;
    return line === "" || page.execCommand("insertText", false, line);
  });
}

/** Announces a text to an editor that writes it itself. */
function beforeInput(editor: HTMLElement, text: string): boolean {
  const selection = editor.ownerDocument.getSelection();
  const targetRanges =
    selection && selection.rangeCount > 0 ? [new StaticRange(selection.getRangeAt(0))] : [];
  const event = new InputEvent("beforeinput", {
    inputType: "insertText",
    data: text,
    targetRanges,
    bubbles: true,
    cancelable: true,
    composed: true,
  } as InputEventInit);
  return !placeOf(editor).dispatchEvent(event);
}

/** Delay until an editor has noticed a selection, by kind: one listens ten times a second. */
const NOTICE_MS: Partial<Record<Family, number>> = { slate: 130, lexical: 30, draft: 30 };
/** Maximum wait for the browser to announce a selection. */
const HEARD_MS = 60;

/** Selects a range and lets the editor notice: many track the selection themselves. */
export async function selectIn(editor: HTMLElement, range: Range): Promise<void> {
  const page = editor.ownerDocument;
  if (!editor.contains(page.activeElement)) {
    editor.focus({ preventScroll: true });
    // Many put their own selection back when they get the focus.
    await pause(LOOK_MS);
  }
  const heard = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, HEARD_MS);
    const done = () => {
      clearTimeout(timer);
      // After all other listeners.
      setTimeout(resolve);
    };
    page.addEventListener("selectionchange", done, { once: true });
  });
  const selection = page.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  await heard;
  await pause(NOTICE_MS[familyOf(editor)] ?? 0);
}
