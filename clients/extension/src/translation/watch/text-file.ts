import { isPlainText } from "../page-nodes";

/**
 * Cuts the one text of a text file at its empty lines, so that translations stand between its paragraphs.
 * Returns a function that puts it together again.
 */
export function cutTextFile(page: Document): () => void {
  const [only] = page.body?.children ?? [];
  if (!isPlainText(page) || !only || only.tagName.toUpperCase() !== "PRE") return () => undefined;
  let text = only.firstChild;
  while (text instanceof Text) {
    const end = /\n[ \t\r]*\n\s*/.exec(text.data);
    if (!end || end.index + end[0].length >= text.data.length) break;
    text = text.splitText(end.index + end[0].length);
  }
  return () => only.normalize();
}
