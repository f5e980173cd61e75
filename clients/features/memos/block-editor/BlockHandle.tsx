import { useText } from "@ensemble/i18n/text";
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { GripVertical } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type BlockPlace, blockAt, dragBlock } from "./block-moves";

/** Handle beside the block under the pointer, by which it is dragged. Keys move blocks by `BlockMenu`. */
export function BlockHandle({ editor }: { editor: Editor }) {
  const text = useText("memos");
  const handle = useRef<HTMLButtonElement>(null);
  const [block, setBlock] = useState<(BlockPlace & { top: number }) | null>(null);
  useEffect(() => {
    const { dom } = editor.view;
    const area = dom.parentElement?.parentElement;
    const follow = (event: PointerEvent) => {
      if (
        event.pointerType !== "mouse" ||
        event.buttons !== 0 ||
        handle.current?.contains(event.target as Node)
      )
        return;
      setBlock((before) => placeAt(editor, event.clientY) ?? before);
    };
    const leave = () => setBlock(null);
    area?.addEventListener("pointermove", follow);
    area?.addEventListener("pointerleave", leave);
    editor.on("update", leave);
    return () => {
      area?.removeEventListener("pointermove", follow);
      area?.removeEventListener("pointerleave", leave);
      editor.off("update", leave);
    };
  }, [editor]);
  if (!block) return null;
  return (
    <button
      ref={handle}
      type="button"
      tabIndex={-1}
      draggable
      aria-label={text("drag_block")}
      style={{ top: block.top }}
      onClick={() => {
        const { state, view } = editor;
        view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, block.from)));
        view.focus();
      }}
      onDragStart={(event) => dragBlock(editor, block, event.dataTransfer)}
      className="absolute -start-6 flex h-6 w-5 cursor-grab items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink touch:hidden"
    >
      <GripVertical className="size-4" aria-hidden="true" />
    </button>
  );
}

/** Returns the block at a height of the window. */
function placeAt(editor: Editor, y: number): (BlockPlace & { top: number }) | null {
  const { view } = editor;
  const box = view.dom.getBoundingClientRect();
  const isRight = getComputedStyle(view.dom).direction === "rtl";
  // Well within the text, so that items of lists are met.
  const found = view.posAtCoords({ left: isRight ? box.right - 60 : box.left + 60, top: y });
  if (!found) return null;
  const block = blockAt(editor, found.inside >= 0 ? Math.max(found.pos, found.inside + 1) : found.pos);
  const shown = block ? view.nodeDOM(block.from) : null;
  if (!block || !(shown instanceof HTMLElement)) return null;
  const lineHeight = Number.parseFloat(getComputedStyle(shown).lineHeight) || 24;
  const top =
    shown.getBoundingClientRect().top - (view.dom.parentElement ?? view.dom).getBoundingClientRect().top;
  return { ...block, top: top + Math.max(0, (lineHeight - 24) / 2) };
}
