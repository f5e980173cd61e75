// Written from the server's tables by generated.test.ts. Do not edit.

/** In minutes. Source: ours (decision 0780). */
export const ABANDONED_MINUTES = 30;

/** In readings. Source: ours (decision 0780). */
export const AT_ONCE_MAX = 10;

/** In readings. Source: ours (decision 0780). */
export const BEGIN_BURST = 20;

/** In milliseconds. Source: ours (decision 0780). */
export const BEGIN_EVERY_MS = 2000;

/** In bytes. Source: ours (decision 0782). */
export const CAPTIONS_MAX_BYTES = 3000000;

/** In tokens. Source: spec §9. */
export const CONTEXT_MIN_TOKENS = 4000;

/** In captions. Source: ours (decision 0782). */
export const CUES_MAX = 20000;

/** In bytes. Source: spec §9. */
export const FETCH_MAX_BYTES = 20000000;

/** In tokens. Source: ours (decision 0780). */
export const GIVEN_MAX_TOKENS = 24000;

/** In words. Source: ours (decision 0979). */
export const PAGE_WORDS_MAX = 1000000;

/** In pages. Source: ours (decision 0919). */
export const PICTURES_MAX = 200;

/** In characters. Source: ours (decision 0780). */
export const PLACE_MAX_CHARS = 900;

/** In pages. Source: ours (decision 0979). */
export const REFRESHES_MAX = 3;

/** In characters. Source: ours (decision 0780). */
export const TEXT_MAX_CHARS = 300000;

/** In characters. Source: ours (decision 0780). */
export const TITLE_MAX_CHARS = 200;

/** In days. Source: ours (decision 0780). */
export const TRASH_DAYS = 30;

/** In pages. Source: ours (decision 0919). */
export const UNREADABLE_MAX = 10;
