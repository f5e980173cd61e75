import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import type { ChainedCommands, Editor } from "@tiptap/core";
import { Table } from "lucide-react";

type TableText =
  `table.${"row_above" | "row_below" | "column_before" | "column_after" | `delete_${"row" | "column" | "table"}`}`;

type Step = (chain: ChainedCommands) => ChainedCommands;

/** Steps with their texts. */
const ADD: readonly (readonly [TableText, Step])[] = [
  ["table.row_above", (chain) => chain.addRowBefore()],
  ["table.row_below", (chain) => chain.addRowAfter()],
  ["table.column_before", (chain) => chain.addColumnBefore()],
  ["table.column_after", (chain) => chain.addColumnAfter()],
];

const REMOVE: readonly (readonly [TableText, Step])[] = [
  ["table.delete_row", (chain) => chain.deleteRow()],
  ["table.delete_column", (chain) => chain.deleteColumn()],
  ["table.delete_table", (chain) => chain.deleteTable()],
];

/** Menu of the table at the caret. */
export function TableMenu({ editor }: { editor: Editor }) {
  const text = useText("memos");
  const items = (steps: readonly (readonly [TableText, Step])[], danger: boolean) =>
    steps.map(([key, step]) => (
      <MenuItem key={key} danger={danger} onSelect={() => step(editor.chain().focus()).run()}>
        {text(key)}
      </MenuItem>
    ));
  return (
    <Menu
      finalFocus={() => editor.view.dom}
      trigger={
        <IconButton size="sm" label={text("table.actions")} icon={<Table />} className="text-accent-ink" />
      }
    >
      {items(ADD, false)}
      <MenuSeparator />
      {items(REMOVE, true)}
    </Menu>
  );
}
