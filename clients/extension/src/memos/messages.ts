/** Messages about memos that a page can send. */
export interface MemoMessages {
  /** Keeps what is marked on the page among the person's memos. Nothing is sent before the site was let. */
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
