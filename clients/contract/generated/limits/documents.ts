// Written from the server's tables by generated.test.ts. Do not edit.

/** In files. Source: ours (decision 0640). */
export const BEGIN_BURST = 200;

/** In milliseconds. Source: ours (decision 0640). */
export const BEGIN_EVERY_MS = 500;

/** In documents. Source: ours (decision 0812). */
export const COLLECTION_DOCUMENTS_MAX = 500;

/** In bytes. Source: spec §5. */
export const DOCUMENT_MAX_BYTES = 50000000;

/** In characters. Source: ours (decision 0810). */
export const DOCUMENT_NAME_MAX_CHARS = 200;

/** In words. Source: ours (decision 0810). */
export const DOCUMENT_WORDS_MAX = 1000000;

/** In passages. Source: ours (decision 0812). */
export const EMBEDDED_AT_ONCE = 64;

/** In requests. Source: ours (decision 0812). */
export const EMBEDDED_BATCHES = 16;

/** In highlights. Source: ours (decision 0814). */
export const HIGHLIGHTS_MAX = 500;

/** In boxes. Source: ours (decision 0814). */
export const HIGHLIGHT_BOXES_MAX = 500;

/** In characters. Source: ours (decision 0814). */
export const HIGHLIGHT_NOTE_MAX_CHARS = 2000;

/** In characters. Source: ours (decision 0814). */
export const HIGHLIGHT_QUOTE_MAX_CHARS = 5000;

/** In files. Source: ours (decision 0812). */
export const LISTED_FILES_MAX = 50;

/** In passages. Source: ours (decision 0642). */
export const PASSAGES_FOUND = 8;

/** In seconds. Source: ours (decision 0812). */
export const QUESTION_EMBEDDING_SECONDS = 5;

/** In pages. Source: ours (decision 0816). */
export const RECOGNISED_AT_ONCE = 200;

/** In days. Source: ours (decision 0810). */
export const TRASH_DAYS = 30;

/** In pages. Source: ours (decision 0816). */
export const UNREADABLE_MAX = 10;

/** In passages. Source: ours (decision 0812). */
export const VECTORS_MAX = 10000;

/** In tokens. Source: ours (decision 0642). */
export const WHOLE_MAX_TOKENS = 10000;
