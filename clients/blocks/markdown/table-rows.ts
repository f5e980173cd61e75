import type { Tokens } from "marked";
import { lexBlocks } from "./split-blocks";

/** Number of rows that are parsed and rendered together. */
export const GROUP_ROWS = 8;

export interface TableRows {
  /** The two lines that every row needs to be read: the names of the columns, and their sides. */
  head: string;
  /** The rows in groups of `GROUP_ROWS`, each as it is written, without the head. */
  groups: readonly string[];
  /** Text after the table that does not belong to it yet. */
  rest: string;
}

/**
 * Reads a block that begins with a table; null for any other. What a row says depends on its own line and the head alone:
 * as one piece, a table would be read anew with every word that is added to its last cell.
 */
export function tableOf(block: string): TableRows | null {
  const text = block.replace(/^\n+/, "").trimEnd();
  if (!/^[^\n]*\|[^\n]*\n[ \t|:-]+(?:\n|$)/.test(text)) return null;
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
