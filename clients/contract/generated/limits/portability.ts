// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 0690). */
export const ARCHIVE_MAX_BYTES = 8000000000;

/** In diagrams. Source: ours (decision 0721). */
export const DIAGRAMS_MAX = 60;

/** In bytes. Source: ours (decision 0721). */
export const DIAGRAM_MAX_BYTES = 2000000;

/** In pixels. Source: ours (decision 0721). */
export const DIAGRAM_SIDE_MAX_PIXELS = 8000;

/** In days. Source: ours (decision 0662). */
export const KEPT_DAYS = 7;

/** In items. Source: ours (decision 0662). */
export const LISTED_MAX = 1000;

/** In characters. Source: ours (decision 0662). */
export const NAME_MAX_CHARS = 200;

/** In bytes. Source: ours (decision 0721). */
export const PICTURES_MAX_BYTES = 32000000;

/** In bytes. Source: ours (decision 1108). */
export const PIECE_BYTES = 1048576;

/** In bytes. Source: ours (decision 0662). */
export const REQUEST_MAX_BYTES = 8388608;

/** In characters. Source: spec §9 (group name), taken for titles. */
export const TITLE_MAX_CHARS = 100;

/** In imports. Source: ours (decision 0962). */
export const UNFINISHED_MAX = 5;

/** In bytes. Source: ours (decision 0962). */
export const UNPACKED_MIN_BYTES = 67108864;

/** In bytes. Source: ours (decision 0962). */
export const UNPACKED_PER_BYTE_MAX = 100;

/** In bytes. Source: ours (decision 0662). */
export const VALUE_MAX_BYTES = 134217728;
