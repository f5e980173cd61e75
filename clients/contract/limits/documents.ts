// Written from the server's tables by generated.test.ts. Do not edit.

/** In files. Source: ours (decision 0640). */
export const BEGIN_BURST = 200;

/** In milliseconds. Source: ours (decision 0640). */
export const BEGIN_EVERY_MS = 500;

/** In passages. Source: ours (decision 0642). */
export const PASSAGES_FOUND = 8;

/** In tokens. Source: ours (decision 0642). */
export const WHOLE_MAX_TOKENS = 10000;
