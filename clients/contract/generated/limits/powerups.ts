// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours (decision 1082). */
export const CONTENT_MAX_CHARS = 50000;

/** In characters. Source: ours (decision 1080). */
export const DESCRIPTION_MAX_CHARS = 320;

/** In characters. Source: ours (decision 1080). */
export const FIELD_MAX_CHARS = 40;

/** In characters. Source: ours (decision 1080). */
export const ICON_MAX_CHARS = 16;

/** In characters. Source: ours (decision 1080). */
export const LABEL_MAX_CHARS = 80;

/** In characters. Source: ours (decision 1080). */
export const NAME_MAX_CHARS = 80;

/** In options. Source: ours (decision 1080). */
export const OPTIONS_MAX = 20;

/** In parameters. Source: ours (decision 1080). */
export const PARAMETERS_MAX = 10;

/** In patterns. Source: ours (decision 1081). */
export const PATTERNS_MAX = 10;

/** In characters. Source: ours (decision 1081). */
export const PATTERN_MAX_CHARS = 500;

/** In PowerUPs. Source: ours (decision 1080). */
export const POWERUPS_MAX = 500;

/** In characters. Source: ours (decision 1080). */
export const PROMPT_MAX_CHARS = 10000;

/** In seconds. Source: ours (decision 1082). */
export const READING_MAX_SECONDS = 20;

/** In characters. Source: ours (decision 1083). */
export const REASON_MAX_CHARS = 1000;

/** In bytes. Source: ours (decision 1081). */
export const REGEX_MAX_BYTES = 262144;

/** In results. Source: ours (decision 1092). */
export const RESULTS_MAX = 200;

/** In runs. Source: ours (decision 1082). */
export const RUN_BURST = 10;

/** In milliseconds. Source: ours (decision 1082). */
export const RUN_EVERY_MS = 2000;

/** In skills. Source: ours (decision 1080). */
export const SKILLS_MAX = 3;

/** In characters. Source: ours (decision 1092). */
export const TITLE_MAX_CHARS = 200;

/** In languages. Source: ours (decision 1080). */
export const TRANSLATIONS_MAX = 10;

/** In days. Source: ours (decision 1080). */
export const TRASH_DAYS = 30;

/** In characters. Source: ours (decision 1081). */
export const URL_MAX_CHARS = 8000;

/** In characters. Source: ours (decision 1080). */
export const VALUE_MAX_CHARS = 2000;
