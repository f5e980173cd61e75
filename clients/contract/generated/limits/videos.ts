// Written from the server's tables by generated.test.ts. Do not edit.

/** In tasks. Source: ours (decision 1040). */
export const BEGIN_BURST = 20;

/** In milliseconds. Source: ours (decision 1040). */
export const BEGIN_EVERY_MS = 2000;

/** In . Source: spec §5. */
export const CFG_SCALE_MAX = 10;

/** In tasks. Source: ours (decision 1040). */
export const OPEN_MAX = 10;

/** In characters. Source: ours (decision 1040). */
export const PROMPT_MAX_CHARS = 4000;

/** In minutes. Source: ours (decision 1040). */
export const PROVIDER_MAX_MINUTES = 60;

/** In images. Source: ours (decision 1040). */
export const REFERENCES_MAX = 8;

/** In seconds. Source: spec §5. */
export const SECONDS_MIN = 1;

/** In seconds. Source: spec §9. */
export const SECONDS_USUAL = 5;

/** In days. Source: ours (decision 1040). */
export const TRASH_DAYS = 30;

/** In bytes. Source: ours (decision 1040). */
export const VIDEO_MAX_BYTES = 134217728;
