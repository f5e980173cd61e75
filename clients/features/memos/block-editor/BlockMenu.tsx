import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import type { Editor } from "@tiptap/core";
import { ArrowDown, ArrowUp, CopyPlus, MoreHorizontal, Trash2 } from "lucide-react";
import { deleteBlock, duplicateBlock, moveBlock } from "./block-moves";

/** Menu of the block at the caret, for those who do not drag. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const text = useText("memos");
  return (
    <Menu
      trigger={<IconButton size="sm" label={text("block_actions")} icon={<MoreHorizontal />} />}
      finalFocus={() => editor.view.dom}
    >
      <MenuItem icon={<ArrowUp />} keys="Alt+Shift+ArrowUp" onSelect={() => moveBlock(editor, -1)}>
        {text("move_up")}
      </MenuItem>
      <MenuItem icon={<ArrowDown />} keys="Alt+Shift+ArrowDown" onSelect={() => moveBlock(editor, 1)}>
        {text("move_down")}
      </MenuItem>
      <MenuItem icon={<CopyPlus />} onSelect={() => duplicateBlock(editor)}>
        {text("duplicate")}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => deleteBlock(editor)}>
        {text("delete")}
      </MenuItem>
    </Menu>
  );
}
