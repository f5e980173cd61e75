import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";

/** Block or item of a list, by its place in the document. */
export interface BlockPlace {
  from: number;
  to: number;
}

/** Returns the innermost item of a list around a place, else the block there. */
export function blockAt(editor: Editor, position: number): BlockPlace | null {
  const place = editor.state.doc.resolve(Math.min(position, editor.state.doc.content.size));
  for (let depth = place.depth; depth > 0; depth -= 1)
    if (depth === 1 || place.node(depth).type.name === "listItem")
      return { from: place.before(depth), to: place.after(depth) };
  const node = place.nodeAfter;
  return node ? { from: position, to: position + node.nodeSize } : null;
}

const blockOfCaret = (editor: Editor) => blockAt(editor, editor.state.selection.from);

/** Moves the block of the caret by one place; false: it is the first or last. */
export function moveBlock(editor: Editor, by: -1 | 1): boolean {
  const block = blockOfCaret(editor);
  if (!block) return false;
  const { doc, selection, tr } = editor.state;
  const start = doc.resolve(block.from);
  const index = start.index() + by;
  if (index < 0 || index >= start.parent.childCount) return false;
  const node = doc.nodeAt(block.from);
  const neighbor = start.parent.child(index);
  if (!node) return false;
  const to = by < 0 ? block.from - neighbor.nodeSize : block.from + neighbor.nodeSize;
  tr.delete(block.from, block.to).insert(to, node);
  const offset = selection.from - block.from;
  tr.setSelection(TextSelection.near(tr.doc.resolve(to + offset)));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

export function duplicateBlock(editor: Editor): void {
  const block = blockOfCaret(editor);
  const node = block && editor.state.doc.nodeAt(block.from);
  if (!block || !node) return;
  const { tr } = editor.state;
  tr.insert(block.to, node);
  tr.setSelection(TextSelection.near(tr.doc.resolve(block.to + 1)));
  editor.view.dispatch(tr.scrollIntoView());
}

export function deleteBlock(editor: Editor): void {
  const block = blockOfCaret(editor);
  if (!block) return;
  const item = editor.state.doc.resolve(block.from);
  // The only item goes with its list.
  const isOnly = item.depth > 0 && item.parent.childCount === 1;
  const { from, to } = isOnly ? { from: item.before(), to: item.after() } : block;
  editor.chain().focus().deleteRange({ from, to }).run();
}

/** Begins to drag a block with the pointer. */
export function dragBlock(editor: Editor, { from }: BlockPlace, transfer: DataTransfer): void {
  const { view } = editor;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, from)));
  const slice = view.state.selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  transfer.clearData();
  transfer.setData("text/html", dom.innerHTML);
  transfer.setData("text/plain", text);
  transfer.effectAllowed = "copyMove";
  const shown = view.nodeDOM(from);
  if (shown instanceof Element) transfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}
