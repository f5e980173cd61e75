import { TAG_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";

/**
 * A person's settings for saving pages as memos, stored with the toolbar's settings because the toolbar
 * offers it.
 */
export interface MemoOptions {
  /** True if the selection toolbar offers to save the text. */
  memo: boolean;
  /** Tag of memos saved from pages; empty: none. */
  memoTag: string;
}

export function readMemoOptions(options: unknown): MemoOptions {
  const { memo, memoTag } = (options ?? {}) as Partial<Record<keyof MemoOptions, unknown>>;
  const tag = typeof memoTag === "string" ? memoTag.trim() : "";
  return { memo: memo !== false, memoTag: [...tag].length <= TAG_MAX_CHARS ? tag : "" };
}
