// Written from the server's tables by generated.test.ts. Do not edit.

/** In memos. Source: ours (decision 0760). */
export const BATCH_MAX_MEMOS = 500;

/** In characters. Source: ours (decision 0760). */
export const BODY_MAX_CHARS = 100000;

/** In bytes. Source: ours (decision 0922). */
export const IMPORT_MAX_BYTES = 50000000;

/** In memos. Source: ours (decision 0762). */
export const IMPORT_MAX_MEMOS = 5000;

/** In pictures. Source: ours (decision 0922). */
export const IMPORT_MAX_PICTURES = 500;

/** In memos. Source: ours (decision 0923). */
export const LINKS_OF_MEMO_MAX = 200;

/** In memos. Source: ours (decision 0760). */
export const MEMOS_MAX = 20000;

/** In characters. Source: ours (decision 0760). */
export const SOURCE_MAX_CHARS = 2000;

/** In pictures. Source: ours (decision 0912). */
export const SUMMARIES_AT_ONCE = 5;

/** In characters. Source: ours (decision 0912). */
export const SUMMARY_MAX_CHARS = 2000;

/** In tags. Source: ours (decision 0760). */
export const TAGS_MAX = 500;

/** In tags. Source: ours (decision 0760). */
export const TAGS_OF_MEMO_MAX = 20;

/** In characters. Source: spec §5, §9. */
export const TAG_MAX_CHARS = 36;

/** In characters. Source: ours (decision 0760). */
export const TITLE_MAX_CHARS = 300;

/** In days. Source: ours (decision 0760). */
export const TRASH_DAYS = 30;
