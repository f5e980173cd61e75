import { closestAround } from "../../page/composed";
import { isElement } from "../../page/node-kinds";
import { type Family, familyOf } from "./family";

/** Pastes plain text: editors make a block of each line in their own way. */
export function paste(editor: HTMLElement, text: string): boolean {
  return pasteData(editor, { "text/plain": text });
}

/** Editors that tear a paragraph apart where blocks are pasted into it. */
const TEARS: ReadonlySet<Family> = new Set<Family>(["tinymce", "old_ckeditor"]);

/** Pastes blocks, for editors that make one block of all lines. */
export function pasteBlocks(editor: HTMLElement, text: string): boolean {
  const family = familyOf(editor);
  if (!text.includes("\n") || (TEARS.has(family) && !isOfWholeBlocks(editor, text)))
    return paste(editor, text);
  const holder = editor.ownerDocument.createElement("div");
  // An empty first block ends the one before it; one of them does so by itself.
  const isEnded = family === "tinymce";
  const lines = text.split("\n").filter((line, at) => line.trim() !== "" || (at === 0 && !isEnded));
  for (const line of lines) {
    const block = editor.ownerDocument.createElement("p");
    block.textContent = line;
    // TinyMCE takes blocks without any attribute for lines of plain text, and drops this one.
    if (isEnded) block.setAttribute("style", "");
    holder.append(block);
  }
  return pasteData(editor, { "text/html": holder.innerHTML, "text/plain": text });
}

const BLOCK = "p, li, h1, h2, h3, h4, h5, h6, blockquote, td, th, div, pre, body";

/** Returns true if what is selected, or the text that replaces it, begins and ends with a paragraph. */
function isOfWholeBlocks(editor: HTMLElement, text: string): boolean {
  const selection = editor.ownerDocument.getSelection();
  const selected = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (!selected) return false;
  const { startContainer, startOffset, endContainer, endOffset } = selected;
  const before = editor.ownerDocument.createRange();
  before.setStart(closestAround(startContainer, BLOCK) ?? editor, 0);
  before.setEnd(startContainer, startOffset);
  const after = editor.ownerDocument.createRange();
  after.selectNodeContents(closestAround(endContainer, BLOCK) ?? editor);
  after.setStart(endContainer, endOffset);
  const isBlank = (range: Range) => range.toString().trim() === "";
  return (text.startsWith("\n") || isBlank(before)) && isBlank(after);
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

/** Returns the element in which the selection begins, where a person's own events happen. */
export function placeOf(editor: HTMLElement): Element {
  if (editor.matches("textarea, input") || familyOf(editor) === "hidden_code") return editor;
  const anchor = editor.ownerDocument.getSelection()?.anchorNode;
  const element = isElement(anchor) ? anchor : anchor?.parentElement;
  return element && editor.contains(element) ? element : editor;
}
