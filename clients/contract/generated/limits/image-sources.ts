// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 1040). */
export const FILE_MAX_BYTES = 33554432;

/** In pixels. Source: spec §5. */
export const MASK_SIDE_MIN_PIXELS = 100;

/** In times. Source: ours (decision 1040). */
export const SIDES_MAX_RATIO = 4;

/** In pixels. Source: spec §5. */
export const SIDE_MAX_PIXELS = 2048;

/** In pixels. Source: spec §5. */
export const SIDE_MIN_PIXELS = 300;
