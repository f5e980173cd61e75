// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours. */
export const KEY_NAME_MAX_CHARS = 80;
