import { type Node, DOMParser as NodeParser, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { MarkdownKeeper } from "./markdown/markdown-keeper";
import { readDocument } from "./markdown/memo-document";
import { pastedElement } from "./pasted-element";

const NOTHING = { blocks: [], gaps: [""], definitions: "" };

/** Returns a copied part as Markdown. */
export function asMarkdown(slice: Slice, { state }: EditorView): string {
  const { content } = slice;
  const first = content.firstChild;
  const isWords =
    content.childCount === 1 && (first?.type.name === "paragraph" || first?.type.spec.code === true);
  if (isWords && first?.type.spec.code) return first.textContent;
  const doc = fits(state.schema.topNodeType.create(null, content));
  return doc ? new MarkdownKeeper(doc, NOTHING).write(doc) : content.textBetween(0, content.size, "\n\n");
}

function fits(doc: Node): Node | null {
  try {
    doc.check();
    return doc;
  } catch {
    // A part of a list or table is copied as words.
    return null;
  }
}

/** Pastes what was copied: text as the Markdown that it is, and what comes from a page in its form. */
export function pasteInto(view: EditorView, data: DataTransfer): void {
  const { state } = view;
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  const { tr } = state;
  if (state.selection.$from.parent.type.spec.code) tr.insertText(text.replace(/\r\n?/g, "\n"));
  else if (html !== "") {
    const context = state.selection.$from;
    tr.replaceSelection(NodeParser.fromSchema(state.schema).parseSlice(pastedElement(html), { context }));
  } else tr.replaceSelection(markdownSlice(view, text));
  view.dispatch(tr.scrollIntoView());
}

/** Returns Markdown as a part of a text: a line alone continues the line where it is put. */
function markdownSlice({ state }: EditorView, text: string): Slice {
  const { blocks } = readDocument(text.trim());
  const nodes = blocks.map(({ json }) => state.schema.nodeFromJSON(json));
  const doc = state.schema.topNodeType.create(null, nodes);
  const isLine = nodes.length === 1 && nodes[0]?.type.name === "paragraph";
  return isLine ? new Slice(doc.content, 1, 1) : new Slice(doc.content, 0, 0);
}
