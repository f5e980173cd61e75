// Written from the server's tables by generated.test.ts. Do not edit.

/** In units. Source: spec §9. */
export const AMOUNT_MAX = 2147483647;
