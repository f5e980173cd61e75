// Written from the server's tables by generated.test.ts. Do not edit.

/** In pixels. Source: spec §9. */
export const AVATAR_SIDE_PIXELS = 512;

/** In percent. Source: spec §9. */
export const COMPRESS_QUALITY = 75;

/** In percent. Source: ours (decision 1010). */
export const EXTEND_MAX_PERCENT = 50;

/** In percent. Source: ours (decision 1010). */
export const FILL_MAX_PERCENT = 25;

/** In pixels. Source: ours (decision 1010). */
export const LARGE_PIXELS_MAX = 50000000;

/** In pixels. Source: ours (decision 1010). */
export const LARGE_SIDE_MAX_PIXELS = 8192;

/** In bytes. Source: ours (decision 1010). */
export const PICTURE_MAX_BYTES = 33554432;

/** In pixels. Source: spec §5. */
export const SIDE_MAX_PIXELS = 2048;

/** In pixels. Source: spec §5. */
export const SIDE_MIN_PIXELS = 100;

/** In characters. Source: ours (decision 1010). */
export const TEXT_MAX_CHARS = 200;

/** In percent. Source: spec §9. */
export const THUMBNAIL_QUALITY = 70;

/** In pixels. Source: spec §9. */
export const THUMBNAIL_SIDE_PIXELS = 512;

/** In seconds. Source: ours (decision 1010). */
export const TURN_WAIT_SECONDS = 120;

/** In pixels. Source: ours (decision 1010). */
export const UPSCALED_SIDE_MAX_PIXELS = 4096;

/** In pixels. Source: ours (decision 1010). */
export const UPSCALE_PIXELS_MAX = 1048576;

/** In seconds. Source: ours (decision 1010). */
export const WALL_SECONDS = 90;
