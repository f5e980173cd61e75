// Written from the server's tables by generated.test.ts. Do not edit.

/** In units. Source: ours (decision 0842). */
export const GRANT_MAX = 1000000;

/** In days. Source: ours (decision 0842). */
export const GRANT_MAX_DAYS = 3660;

/** In characters. Source: ours (decision 0843). */
export const NOTICE_MAX_CHARS = 500;

/** In characters. Source: ours (decision 0842). */
export const REASON_MAX_CHARS = 200;

/** In characters. Source: ours. */
export const SEARCH_MAX_CHARS = 200;
