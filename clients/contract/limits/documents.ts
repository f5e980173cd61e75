// Written from the server's tables by generated.test.ts. Do not edit.

/** In files. Source: ours (decision 0640). */
export const BEGIN_BURST = 200;

/** In milliseconds. Source: ours (decision 0640). */
export const BEGIN_EVERY_MS = 500;

/** In bytes. Source: spec §5. */
export const DOCUMENT_MAX_BYTES = 50000000;

/** In characters. Source: ours (decision 0810). */
export const DOCUMENT_NAME_MAX_CHARS = 200;

/** In words. Source: ours (decision 0810). */
export const DOCUMENT_WORDS_MAX = 1000000;

/** In passages. Source: ours (decision 0642). */
export const PASSAGES_FOUND = 8;

/** In days. Source: ours (decision 0810). */
export const TRASH_DAYS = 30;

/** In tokens. Source: ours (decision 0642). */
export const WHOLE_MAX_TOKENS = 10000;
