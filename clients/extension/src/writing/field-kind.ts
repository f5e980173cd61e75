import { isCode } from "../page/code-field";
import { isArea, isHtml, isLine } from "../page/node-kinds";
import { LAYER_NAME } from "../page/overlay";
import { isSecret, namesOf } from "../page/secret-field";

/** Field for prose. Fields for secrets, numbers or code are excluded. */
export type WritingField = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Minimum width of a prose field; smaller ones hold a name, a number or a search. */
const LINE_MIN_WIDTH_PX = 220;
const AREA_MIN_WIDTH_PX = 140;
const AREA_MIN_HEIGHT_PX = 28;

/** Names of fields for personal data, searches or addresses, which are not prose. */
const NO_PROSE = /user|login|mail|phone|tel\b|search|query|url|address|zip|birth/i;

/** Returns the field at `element` if the writing helper supports it. */
export function writingField(element: EventTarget | null): WritingField | null {
  // Ours, which says that it is edited while somebody writes in it.
  if (!isHtml(element) || element.localName === LAYER_NAME) return null;
  if (isArea(element)) return isWritingArea(element) ? element : null;
  if (isLine(element)) return isWritingLine(element) ? element : null;
  const editor = editingHost(element);
  return editor && isWritingEditor(editor) ? editor : null;
}

const isWritingLine = (field: HTMLInputElement): boolean =>
  // Older pages omit the type; every other type is not prose.
  (field.type === "text" || field.type === "") &&
  isOpen(field) &&
  ["", "text"].includes(field.inputMode) &&
  ["", "on", "off"].includes(field.autocomplete) &&
  !["combobox", "searchbox", "spinbutton"].includes(field.role ?? "") &&
  (field.maxLength < 0 || field.maxLength >= 40) &&
  !isSecret(field) &&
  !namesOf(field).some((name) => NO_PROSE.test(name)) &&
  field.clientWidth >= LINE_MIN_WIDTH_PX;

const isWritingArea = (field: HTMLTextAreaElement): boolean =>
  isOpen(field) &&
  ["", "on", "off"].includes(field.autocomplete) &&
  !isSecret(field) &&
  !isCode(field) &&
  isLarge(field);

const isWritingEditor = (editor: HTMLElement): boolean =>
  !isCode(editor) && !isSecret(editor) && editor.getAttribute("aria-readonly") !== "true" && isLarge(editor);

const isOpen = (field: HTMLInputElement | HTMLTextAreaElement): boolean => !field.readOnly && !field.disabled;

const isLarge = ({ clientWidth, clientHeight }: HTMLElement): boolean =>
  clientWidth >= AREA_MIN_WIDTH_PX && clientHeight >= AREA_MIN_HEIGHT_PX;

/** Returns the outermost editable element: parts of an editor can be editable too. */
export function editingHost(element: HTMLElement): HTMLElement | null {
  if (!element.isContentEditable) return null;
  let editor = element;
  while (editor.parentElement?.isContentEditable) editor = editor.parentElement;
  // A page that is editable as a whole is an editor in a frame; its head is none of it.
  return editor.localName === "html" ? editor.ownerDocument.body : editor;
}
