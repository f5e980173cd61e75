// Written from the server's tables by generated.test.ts. Do not edit.

/** In seconds. Source: ours (decision 0720). */
export const BACKOFF_MAX_SECONDS = 60;

/** In characters. Source: ours (decision 0720). */
export const CAUSE_MAX_CHARS = 300;

/** In files. Source: ours (decision 0720). */
export const FILES_MAX = 500;

/** In bytes. Source: ours (decision 0724). */
export const FILE_MAX_BYTES = 1099511627776;

/** In bytes. Source: ours (decision 0720). */
export const LOG_KEPT_BYTES = 16384;

/** In bytes. Source: ours (decision 0720). */
export const NAME_MAX_BYTES = 200;

/** In bytes. Source: ours (decision 0720). */
export const OVERHEAD_BYTES = 268435456;

/** In bytes. Source: ours (decision 1108). */
export const PIECE_MAX_BYTES = 1048576;
