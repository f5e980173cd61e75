// Written from the server's tables by generated.test.ts. Do not edit.

/** In tokens. Source: ours (decision 0777). */
export const ANSWER_TOKENS_ASSUMED = 8192;

/** In characters. Source: ours. */
export const DETAIL_MAX_CHARS = 200;

/** In microseconds. Source: security.md P7. */
export const HOLD_MICROS = 900000000;

/** In millionths. Source: ours. */
export const MONEY_MAX_MICROS = 1000000000000000;

/** In %. Source: ours (decision 0778). */
export const WARN_AT_PERCENT = 80;
