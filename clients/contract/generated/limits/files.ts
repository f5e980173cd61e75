// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 0640). */
export const CHUNK_MAX_BYTES = 1048576;

/** In days. Source: ours (decision 0640). */
export const DRAFT_DAYS = 60;

/** In files. Source: spec §5. */
export const FILES_MAX = 20;

/** In bytes. Source: spec §5. */
export const FILE_MAX_BYTES = 20000000;

/** In bytes. Source: spec §5. */
export const IMAGE_MAX_BYTES = 4000000;

/** In pixels. Source: spec §5. */
export const IMAGE_MAX_PIXELS = 2048;

/** In bytes. Source: spec §9. */
export const NAME_MAX_BYTES = 255;

/** In hours. Source: ours (decision 0640). */
export const STALE_HOURS = 24;

/** In bytes. Source: ours (decision 0640). */
export const STORED_MAX_BYTES = 5000000000;

/** In words. Source: spec §5. */
export const WORDS_MAX = 100000;
