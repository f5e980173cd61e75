import { isSecret } from "../page/secret-field";

/** Field with its text. */
export interface Field {
  element: HTMLElement;
  text: string;
  /** Replaces the text so that the page notices and can undo it. False: the text has changed. */
  replace(text: string): boolean;
}

/** Returns the focused field if its text may be read, never a secret one. */
export function readField(page: Document): Field | null {
  const element = focused(page);
  if (element instanceof HTMLTextAreaElement || isTextInput(element)) return plainField(element);
  if (element instanceof HTMLElement && element.isContentEditable) return richField(element);
  return null;
}

function focused(page: Document): Element | null {
  let element = page.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const isTextInput = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && (element.type === "text" || element.type === "search");

function plainField(element: HTMLTextAreaElement | HTMLInputElement): Field | null {
  if (element.readOnly || element.disabled || isSecret(element)) return null;
  const before = element.value;
  const text = before.trim();
  if (text === "") return null;
  return {
    element,
    text,
    replace: (translation) => {
      if (element.value !== before) return false;
      element.focus();
      element.select();
      if (insert(element.ownerDocument, translation)) return true;
      element.setRangeText(translation, 0, before.length, "end");
      element.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
      return true;
    },
  };
}

function richField(element: HTMLElement): Field | null {
  const host = editingHost(element);
  if (isSecret(host)) return null;
  // biome-ignore lint/performance/useDomNodeTextContent: lines are seen, and are nowhere else
  const read = () => host.innerText;
  const before = read();
  const text = before.replaceAll("\u00a0", " ").trim();
  if (text === "") return null;
  return {
    element: host,
    text,
    replace: (translation) => {
      if (read() !== before) return false;
      host.focus();
      host.ownerDocument.getSelection()?.selectAllChildren(host);
      return insert(host.ownerDocument, translation);
    },
  };
}

function editingHost(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

/** Inserts text as if typed, the only way that the browser's undo (Ctrl+Z) covers. */
function insert(page: Document, text: string): boolean {
  return page.execCommand("insertText", false, text);
}
