import type { Tokens } from "marked";
import { lexBlocks } from "./split-blocks";

/** Number of items that are parsed and rendered together. */
export const GROUP_ITEMS = 8;

export interface ItemList {
  /** Number of the first item; null for unordered lists. */
  start: number | null;
  /** True if there is space between its items. */
  loose: boolean;
  /** Source of the items in groups of `GROUP_ITEMS`. */
  groups: readonly string[];
  /** Text after the list that does not belong to it yet. */
  rest: string;
}

/**
 * Parses a block that starts with a list; null for any other. A list is one block until something else
 * begins, so without groups every added word would parse all of it again.
 */
export function listOf(block: string): ItemList | null {
  // At the very end the lexer does not preserve blanks, which are insignificant.
  const text = block.replace(/^\n+/, "").trimEnd();
  if (!/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t\n]/.test(text)) return null;
  const [list] = lexBlocks(text);
  if (!isList(list)) return null;
  const raws = list.items.map(({ raw }) => raw);
  if (!text.startsWith(list.raw) || raws.join("") !== list.raw.trimEnd()) return null;
  const count = Math.ceil(raws.length / GROUP_ITEMS);
  return {
    start: list.ordered ? Number(list.start) : null,
    loose: list.loose,
    groups: Array.from({ length: count }, (_, at) =>
      raws.slice(at * GROUP_ITEMS, (at + 1) * GROUP_ITEMS).join(""),
    ),
    rest: text.slice(list.raw.length).replace(/^\n+/, ""),
  };
}

const isList = (token: { type: string } | undefined): token is Tokens.List => token?.type === "list";
