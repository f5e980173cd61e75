// Written from the server's tables by generated.test.ts. Do not edit.

/** In tasks. Source: ours (decision 1040). */
export const BEGIN_BURST = 60;

/** In milliseconds. Source: ours (decision 1040). */
export const BEGIN_EVERY_MS = 1000;

/** In boards. Source: ours (decision 1040). */
export const BOARDS_MAX = 500;

/** In characters. Source: ours (decision 1040). */
export const BOARD_NAME_MAX_CHARS = 100;

/** In . Source: spec §5. */
export const CFG_SCALE_MAX = 10;

/** In characters. Source: ours (decision 1050). */
export const DESCRIPTION_MAX_CHARS = 1000;

/** In images. Source: ours (decision 1040). */
export const DOWNLOAD_MAX = 500;

/** In drafts. Source: ours (decision 1051). */
export const DRAFTS_MAX = 2;

/** In files. Source: ours (decision 1040). */
export const FILES_MAX = 16;

/** In pixels. Source: ours (decision 1040). */
export const FILE_SIDE_MAX_PIXELS = 8192;

/** In bytes. Source: ours (decision 1040). */
export const IMAGE_MAX_BYTES = 33554432;

/** In tasks. Source: ours (decision 1040). */
export const OPEN_MAX = 50;

/** In characters. Source: ours (decision 1040). */
export const PROMPT_MAX_CHARS = 4000;

/** In minutes. Source: ours (decision 1040). */
export const PROVIDER_MAX_MINUTES = 20;

/** In pixels. Source: spec §5. */
export const SIDE_MIN_PIXELS = 100;

/** In characters. Source: ours (decision 1040). */
export const STYLE_MAX_CHARS = 100;

/** In percent. Source: spec §9. */
export const THUMBNAIL_QUALITY = 70;

/** In pixels. Source: spec §9. */
export const THUMBNAIL_SIDE_PIXELS = 512;

/** In days. Source: ours (decision 1040). */
export const TRASH_DAYS = 30;
