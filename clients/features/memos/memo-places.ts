/** Spec §2, webview paths: a new memo, one without the product around it, and its words alone. */
export const NEW_MEMO_DETAIL = "/webapp/memo/detail/new";
export const MEMO_WEBVIEW = "/webapp/memo/detail/webview";
export const NOTE_EDITOR = "/webapp/editor";

/** Returns one of these paths with its memo. */
export const atMemo = (path: string, memoId: string): string => `${path}?memo_id=${memoId}`;

/** Rewrites a path for a window that shows only memos, so that links to other memos stay in it. */
export function inWindow(path: string): string {
  const found = /^\/home\/memo\/([0-9a-f-]{36})(?:\?([^#]*))?(?:#.*)?$/.exec(path);
  if (!found) return path;
  const [, id, query] = found;
  return atMemo(MEMO_WEBVIEW, id as string) + (query ? `&${query}` : "");
}
