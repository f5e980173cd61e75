// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours. */
export const DETAIL_MAX_CHARS = 200;

/** In microseconds. Source: security.md P7. */
export const HOLD_MICROS = 900000000;
