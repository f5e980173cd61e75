import type { Memo } from "@ensemble/contract/wire";

/** Edit of a memo that the server does not have yet, with the version it is based on. */
export interface KeptEdit {
  title: string;
  body: string;
  version: number;
}

/** Returns the draft key of a memo's edit. */
export const editPlace = (memoId: string) => `memo/${memoId}`;

export const writeEdit = (edit: KeptEdit): string => JSON.stringify(edit);

/** Parses a stored edit; anything invalid is ignored. */
export function readEdit(kept: string): KeptEdit | null {
  try {
    const edit: unknown = JSON.parse(kept);
    return isEdit(edit) ? edit : null;
  } catch {
    return null;
  }
}

/** Returns the edit after typing: based on the memo, or on a previous edit. */
export const typedOver = (
  memo: Memo,
  before: KeptEdit | null,
  typed: Partial<Pick<KeptEdit, "title" | "body">>,
): KeptEdit => ({
  ...(before ?? { title: memo.title, body: memo.body, version: memo.version }),
  ...typed,
});

/** Returns the remaining edit after the server has `saved`: none, or what was typed since. */
export const leftOf = (now: KeptEdit | null, sent: KeptEdit, saved: Memo): KeptEdit | null =>
  now === null || (now.title === sent.title && now.body === sent.body)
    ? null
    : { ...now, version: saved.version };

const isEdit = (value: unknown): value is KeptEdit => {
  if (typeof value !== "object" || value === null) return false;
  const { title, body, version } = value as Record<string, unknown>;
  return typeof title === "string" && typeof body === "string" && typeof version === "number";
};
