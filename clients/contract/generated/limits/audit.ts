// Written from the server's tables by generated.test.ts. Do not edit.

/** In microseconds. Source: ours (security §4.8). */
export const ADDRESS_KEPT_MICROS = 2592000000000;

/** In microseconds. Source: ours (security §4.8). */
export const EVENTS_KEPT_MICROS = 34560000000000;
