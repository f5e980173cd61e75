// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 0660). */
export const CONTENT_MAX_BYTES = 8388608;

/** In days. Source: ours (decision 0660). */
export const EXPIRY_MAX_DAYS = 365;

/** In pages. Source: ours (decision 0660). */
export const SHARES_MAX = 1000;

/** In characters. Source: ours (decision 0660). */
export const SHARE_ID_CHARS = 22;
