// Written from the server's tables by generated.test.ts. Do not edit.

/** In texts. Source: ours (decision 0751). */
export const CHECK_BURST = 20;

/** In milliseconds. Source: ours (decision 0751). */
export const CHECK_EVERY_MS = 1000;

/** In characters. Source: ours (decision 0751). */
export const TEXT_MAX_CHARS = 20000;
