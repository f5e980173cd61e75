/** What a page may ask about memos. */
export interface MemoMessages {
  /** Keeps what is marked on the page among the person's memos. Nothing is sent before the site was let. */
  "page→background: keep"(request: KeepRequest): { memoId: string };
  /** Opens a memo on the server's site, in a tab. */
  "page→background: open memo"(request: { memoId: string }): null;
}

export interface KeepRequest {
  text: string;
  title: string;
  /** Of the page; the rest of the address is known. */
  path: string;
}
