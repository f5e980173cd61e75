import type { Message } from "@ensemble/contract/wire";
import { textOf } from "../conversation/message-text";
import type { MessageTree } from "./message-tree";

/** Message at its position in the tree. */
export interface TreeRow {
  message: Message;
  /** Number of forks above it: a straight conversation is not indented. */
  depth: number;
  /** Number of this version, from 1, and the number of versions. */
  version: number;
  versions: number;
  /** True if it is on the shown branch. */
  shown: boolean;
  /** Start of its text. */
  words: string;
}

const WORDS_CHARS = 90;
/** Length of the text that is scanned for its first words. */
const READ_CHARS = 400;
/** Markdown syntax, which is removed in one-line text. */
const SIGNS = /[*_`#|>]|-{3,}/g;

/** Returns the tree as rows, parents before children, branch by branch. */
export function treeRows(tree: MessageTree, shown: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  // Iterative, because a long conversation is as deep as it is long.
  const next: { message: Message; depth: number; version: number; versions: number }[] = [];
  const push = (parentId: string | null, depth: number) => {
    const children = tree.childrenOf.get(parentId) ?? [];
    const deeper = depth + (children.length > 1 ? 1 : 0);
    for (let index = children.length - 1; index >= 0; index--) {
      const message = children[index];
      if (message) next.push({ message, depth: deeper, version: index + 1, versions: children.length });
    }
  };
  push(null, 0);
  for (let row = next.pop(); row; row = next.pop()) {
    const words = textOf(row.message).slice(0, READ_CHARS).replace(SIGNS, "").replace(/\s+/g, " ").trim();
    rows.push({ ...row, shown: shown.has(row.message.id), words: words.slice(0, WORDS_CHARS) });
    push(row.message.id, row.depth);
  }
  return rows;
}

/** Returns the row that a key moves to from row `at`; null if the key does nothing here. */
export function rowAfterKey(rows: readonly TreeRow[], at: number, key: string, page = 10): number | null {
  const last = rows.length - 1;
  const depth = rows[at]?.depth ?? 0;
  const clamp = (to: number) => Math.min(last, Math.max(0, to));
  switch (key) {
    case "ArrowDown":
      return clamp(at + 1);
    case "ArrowUp":
      return clamp(at - 1);
    case "PageDown":
      return clamp(at + page);
    case "PageUp":
      return clamp(at - page);
    case "Home":
      return 0;
    case "End":
      return last;
    case "outward": {
      return Math.max(
        0,
        rows.slice(0, at).findLastIndex((row) => row.depth < depth),
      );
    }
    case "inward": {
      const inner = rows.findIndex((row, index) => index > at && row.depth > depth);
      return inner < 0 ? at : inner;
    }
    default:
      return null;
  }
}
