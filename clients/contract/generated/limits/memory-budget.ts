// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: promise UP4: at most 256 MB above rest. */
export const BUDGET_BYTES = 234881024;

/** In seconds. Source: ours (decision 0960). */
export const RETRY_SECONDS = 5;

/** In bytes. Source: ours (decision 0960). */
export const SHARE_BYTES = 117440512;

/** In requests. Source: ours (decision 0960). */
export const WAITING_MAX = 256;

/** In requests. Source: ours (decision 0960). */
export const WAITING_PER_SHARE_MAX = 32;

/** In seconds. Source: ours (decision 0960). */
export const WAIT_SECONDS = 10;
