import { TAG_MAX_CHARS } from "@ensemble/contract/limits/memos";

/** What a person has chosen for memos of pages. Kept with what is chosen for the toolbar, which offers them. */
export interface MemoOptions {
  /** Whether the toolbar over marked text offers to save it. */
  memo: boolean;
  /** The tag of all that is saved from pages; empty: none. */
  memoTag: string;
}

export function readMemoOptions(options: unknown): MemoOptions {
  const { memo, memoTag } = (options ?? {}) as Partial<Record<keyof MemoOptions, unknown>>;
  const tag = typeof memoTag === "string" ? memoTag.trim() : "";
  return { memo: memo !== false, memoTag: [...tag].length <= TAG_MAX_CHARS ? tag : "" };
}
