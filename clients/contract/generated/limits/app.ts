// Written from the server's tables by generated.test.ts. Do not edit.

/** In requests. Source: ours (decision 0006). */
export const REQUEST_BURST = 1000;

/** In milliseconds. Source: ours (decision 0006). */
export const REQUEST_EVERY_MS = 10;
