// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours (decision 1062). */
export const TITLE_MAX_CHARS = 200;
