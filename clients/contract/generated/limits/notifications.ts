// Written from the server's tables by generated.test.ts. Do not edit.

/** In seconds. Source: ours. */
export const ANSWER_SECONDS = 10;

/** In bytes. Source: ours. */
export const ENDPOINT_MAX_BYTES = 2048;

/** In seconds. Source: ours. */
export const KEPT_SECONDS = 43200;

/** In seconds. Source: ours (decision 0730). */
export const LONG_RUN_SECONDS = 10;

/** In seconds. Source: ours (decision 0730). */
export const SEEN_WITHIN_SECONDS = 5;

/** In characters. Source: ours. */
export const TITLE_MAX_CHARS = 120;
