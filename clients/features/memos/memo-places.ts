import { PLACES } from "@ensemble/blocks/places";

/** Spec §2, webview paths: a new memo, one without the product around it, and its words alone. */
export const NEW_MEMO_DETAIL = "/webapp/memo/detail/new";
export const MEMO_WEBVIEW = "/webapp/memo/detail/webview";
export const NOTE_EDITOR = "/webapp/editor";

/** Returns one of these paths with its memo. */
export const atMemo = (path: string, memoId: string): string => `${path}?memo_id=${memoId}`;

/** Memos that were begun on this page, of which the server knows nothing yet, and their tags. */
const begun = new Map<string, readonly string[]>();

/** Begins a memo, which is created with its first word, and returns its path. */
export function beginMemo(memoId: string, tags: readonly string[]): string {
  begun.set(memoId, tags);
  return PLACES.memo(memoId);
}

/** Returns the tags of a memo that was begun here; undefined for any other. */
export const begunWith = (memoId: string): readonly string[] | undefined => begun.get(memoId);

/** Rewrites a path for a window that shows only memos, so that links to other memos stay in it. */
export function inWindow(path: string): string {
  const found = /^\/home\/memo\/([0-9a-f-]{36})(?:\?([^#]*))?(?:#.*)?$/.exec(path);
  if (!found) return path;
  const [, id, query] = found;
  return atMemo(MEMO_WEBVIEW, id as string) + (query ? `&${query}` : "");
}
