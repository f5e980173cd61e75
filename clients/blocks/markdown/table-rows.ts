import type { Tokens } from "marked";
import { lexBlocks } from "./split-blocks";

/** Number of rows that are parsed and rendered together. */
export const GROUP_ROWS = 8;

export interface TableRows {
  /** Header lines that every row needs to be parsed: column names and alignment. */
  head: string;
  /** Source of the rows in groups of `GROUP_ROWS`, without the header. */
  groups: readonly string[];
  /** Text after the table that does not belong to it yet. */
  rest: string;
}

/**
 * Parses a block that starts with a table; null for any other. A row depends only on its own line and the
 * header; without groups, every added word would parse the whole table again.
 */
export function tableOf(block: string): TableRows | null {
  const text = block.replace(/^\n+/, "").trimEnd();
  if (!/^(?=[^\n]*\|)[^\n]*\n[ \t|:-]+(?:\n|$)/.test(text)) return null;
  const [table] = lexBlocks(text);
  if (!isTable(table) || !text.startsWith(table.raw)) return null;
  const [names = "", sides = "", ...rows] = table.raw.trimEnd().split("\n");
  if (rows.length !== table.rows.length) return null;
  return {
    head: `${names}\n${sides}`,
    groups: Array.from({ length: Math.ceil(rows.length / GROUP_ROWS) }, (_, at) =>
      rows.slice(at * GROUP_ROWS, (at + 1) * GROUP_ROWS).join("\n"),
    ),
    rest: text.slice(table.raw.length).replace(/^\n+/, ""),
  };
}

const isTable = (token: { type: string } | undefined): token is Tokens.Table => token?.type === "table";
