// Written from the server's tables by generated.test.ts. Do not edit.

/** In pictures. Source: ours (decision 0702). */
export const FETCH_BURST = 30;

/** In milliseconds. Source: ours (decision 0702). */
export const FETCH_EVERY_MS = 1000;

/** In seconds. Source: ours (decision 0702). */
export const LINK_SECONDS = 3600;

/** In of 100. Source: spec §9 (compression). */
export const QUALITY = 75;

/** In pixels. Source: spec §9 (compression). */
export const SIDE_GIVEN_PIXELS = 2048;

/** In pixels. Source: ours (decision 0702). */
export const SIDE_MAX_PIXELS = 6000;
