// Written from the server's tables by generated.test.ts. Do not edit.

/** In texts. Source: ours (decision 0751). */
export const CHECK_BURST = 20;

/** In milliseconds. Source: ours (decision 0751). */
export const CHECK_EVERY_MS = 1000;

/** In facts. Source: ours (decision 0893). */
export const FACTS_MAX = 50;

/** In characters. Source: ours (decision 0893). */
export const HUMANIZED_MAX_CHARS = 20000;

/** In texts. Source: ours (decision 0893). */
export const HUMANIZE_BURST = 20;

/** In milliseconds. Source: ours (decision 0893). */
export const HUMANIZE_EVERY_MS = 2000;

/** In characters. Source: ours (decision 0751). */
export const TEXT_MAX_CHARS = 20000;
