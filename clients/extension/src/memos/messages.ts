/** Messages about memos that a page can send. */
export interface MemoMessages {
  /** Saves the selection as a memo. Nothing is sent before the site was approved. */
  "page→background: keep"(request: KeepRequest): { memoId: string };
  /** Opens a memo on the server's site, in a tab. */
  "page→background: open memo"(request: { memoId: string }): null;
}

export interface KeepRequest {
  text: string;
  title: string;
  /** Path of the page; the background knows the rest of the address. */
  path: string;
}
