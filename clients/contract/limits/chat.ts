// Written from the server's tables by generated.test.ts. Do not edit.

/** In models. Source: issue 3. */
export const BATCH_MAX_MODELS = 4;

/** In models. Source: issue 3. */
export const BATCH_MIN_MODELS = 2;

/** In tokens. Source: spec §9. */
export const CONTEXT_DEFAULT_TOKENS = 20000;

/** In characters. Source: ours (decision 0003). */
export const QUERY_MAX_CHARS = 200;

/** In searches. Source: ours (decision 0003). */
export const SEARCH_BURST = 300;

/** In milliseconds. Source: ours (decision 0003). */
export const SEARCH_EVERY_MS = 100;

/** In messages. Source: ours (decision 0003). */
export const SEND_BURST = 1000;

/** In milliseconds. Source: ours (decision 0003). */
export const SEND_EVERY_MS = 100;

/** In characters. Source: ours (decision 0003). */
export const TEXT_MAX_CHARS = 200000;

/** In characters. Source: spec §9 (group name), taken for titles. */
export const TITLE_MAX_CHARS = 100;

/** In days. Source: ours (decision 0003). */
export const TRASH_DAYS = 30;
