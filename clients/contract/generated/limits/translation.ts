// Written from the server's tables by generated.test.ts. Do not edit.

/** In translations. Source: ours (decision 0747). */
export const MEMORY_MAX = 20000;

/** In characters. Source: ours (decision 0747). */
export const REQUEST_MAX_CHARS = 20000;

/** In terms. Source: ours (decision 0747). */
export const TERMS_MAX = 2000;

/** In characters. Source: ours (decision 0747). */
export const TERM_MAX_CHARS = 200;

/** In texts. Source: ours (decision 0747). */
export const TEXTS_MAX = 50;

/** In characters. Source: ours (decision 0747). */
export const TEXT_MAX_CHARS = 5000;
