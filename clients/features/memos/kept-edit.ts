import type { Memo } from "@ensemble/contract/wire";

/** What was typed into a memo and is not kept by the server yet, and the version it was typed over. */
export interface KeptEdit {
  title: string;
  body: string;
  version: number;
}

/** Where the drafts have it. */
export const editPlace = (memoId: string) => `memo/${memoId}`;

export const writeEdit = (edit: KeptEdit): string => JSON.stringify(edit);

/** What the drafts have; anything else is none. */
export function readEdit(kept: string): KeptEdit | null {
  try {
    const edit: unknown = JSON.parse(kept);
    return isEdit(edit) ? edit : null;
  } catch {
    return null;
  }
}

/** What is typed over what there was: over the memo, or over what was typed before. */
export const typedOver = (
  memo: Memo,
  before: KeptEdit | null,
  typed: Partial<Pick<KeptEdit, "title" | "body">>,
): KeptEdit => ({
  ...(before ?? { title: memo.title, body: memo.body, version: memo.version }),
  ...typed,
});

/** What is left to keep once the server has `saved`: nothing, or what was typed meanwhile. */
export const leftOf = (now: KeptEdit | null, sent: KeptEdit, saved: Memo): KeptEdit | null =>
  now === null || (now.title === sent.title && now.body === sent.body)
    ? null
    : { ...now, version: saved.version };

const isEdit = (value: unknown): value is KeptEdit => {
  if (typeof value !== "object" || value === null) return false;
  const { title, body, version } = value as Record<string, unknown>;
  return typeof title === "string" && typeof body === "string" && typeof version === "number";
};
