import { type Family, familyOf, HIDDEN_CODE } from "./family";

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
  tinymce: [pasteBlocks, type],
  codemirror: [paste],
  hidden_code: [paste],
  plain: [type, paste],
};

/** Intervals and number of looks at an editor that draws its text later. */
const LOOK_MS = 25;
const LOOKS = 24;
/** Delay after which a framework would have put its own text back. */
const TURN_MS = 80;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Writes at the selection in the editor's own way. `reads` returns what the editor holds, `wanted` what it is
 * to hold. False: it did not take it.
 */
export async function writeInto(
  editor: HTMLElement,
  text: string,
  { reads, wanted }: { reads: () => string; wanted: string },
): Promise<boolean> {
  const family = familyOf(editor);
  for (const way of text === "" ? [remove] : WAYS[family]) {
    const before = reads();
    const took = way(editor, text);
    if (await holds(editor, { reads, wanted }, took ? LOOKS : 4)) return true;
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
async function holds(
  editor: HTMLElement,
  { reads, wanted }: { reads: () => string; wanted: string },
  looks: number,
): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    if (reads() === wanted) return keeps(editor, () => reads() === wanted);
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
    return line === "" ? at > 0 || page.execCommand("delete") : page.execCommand("insertText", false, line);
  });
}

/** Pastes plain text: editors make a block of each line in their own way. */
function paste(editor: HTMLElement, text: string): boolean {
  return pasteData(editor, { "text/plain": text });
}

/** Pastes blocks, for editors that make one block of all lines. */
function pasteBlocks(editor: HTMLElement, text: string): boolean {
  if (!text.includes("\n")) return paste(editor, text);
  const holder = editor.ownerDocument.createElement("div");
  // An empty first block ends the one before it; one of them does so by itself.
  const isEnded = familyOf(editor) === "tinymce";
  const lines = text.split("\n").filter((line, at) => line.trim() !== "" || (at === 0 && !isEnded));
  for (const line of lines) {
    const block = editor.ownerDocument.createElement("p");
    block.textContent = line;
    holder.append(block);
  }
  return pasteData(editor, { "text/html": holder.innerHTML, "text/plain": text });
}

function pasteData(editor: HTMLElement, data: Readonly<Record<string, string>>): boolean {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
  const event = new ClipboardEvent("paste", {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return !placeOf(editor).dispatchEvent(event);
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

/** Returns the element in which the selection begins, where a person's own events happen. */
function placeOf(editor: HTMLElement): Element {
  if (editor.matches("textarea, input") || editor.closest(HIDDEN_CODE)) return editor;
  const anchor = editor.ownerDocument.getSelection()?.anchorNode;
  const element = anchor instanceof Element ? anchor : anchor?.parentElement;
  return element && editor.contains(element) ? element : editor;
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
