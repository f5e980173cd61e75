import { isCode } from "../page/code-field";
import { focusedElement } from "../page/composed";
import { isArea, isHtml, isLine } from "../page/node-kinds";
import { LAYER_NAME } from "../page/overlay";
import { isSecret } from "../page/secret-field";
import { editingHost } from "../writing/field-kind";
import { targetOf } from "../writing/target";

/** Field with its text. */
export interface Field {
  element: HTMLElement;
  text: string;
  /**
   * Replaces the text so that the page notices and can undo it. `changed`: there is another text by now.
   * `refused`: the field did not take it.
   */
  replace(text: string): Promise<"replaced" | "changed" | "refused">;
}

/** Returns the focused field if its text may be read, never a secret one and never code. */
export function readField(page: Document): Field | null {
  const element = focusedElement(page);
  if (!isHtml(element) || element.localName === LAYER_NAME) return null;
  const field = isPlain(element) ? element : editorAt(page, element);
  if (!field || isSecret(field) || isCode(field)) return null;
  const target = targetOf(field);
  const before = target.read();
  const text = before.replaceAll("\u00a0", " ").trim();
  if (text === "") return null;
  return {
    element: field,
    text,
    async replace(translation) {
      if (target.read() !== before) return "changed";
      return (await target.replace(0, before.length, translation)) ? "replaced" : "refused";
    },
  };
}

const isPlain = (element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement =>
  (isArea(element) || (isLine(element) && (element.type === "text" || element.type === "search"))) &&
  !element.readOnly &&
  !element.disabled;

/** Returns the editor around the focus; a page that is editable as a whole is a document. */
function editorAt(page: Document, element: HTMLElement): HTMLElement | null {
  const isPage = element.ownerDocument === page;
  if (isPage && page.designMode === "on") return null;
  const host = editingHost(element);
  return isPage && host === page.body ? null : host;
}
