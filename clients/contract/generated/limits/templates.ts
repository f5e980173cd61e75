// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 1087). */
export const BATCH_MAX_BYTES = 200000000;

/** In documents. Source: ours (decision 1087). */
export const BATCH_ROWS_MAX = 200;

/** In columns. Source: ours (decision 1084). */
export const COLUMNS_MAX = 12;

/** In characters. Source: ours (decision 1084). */
export const CONTENT_MAX_CHARS = 50000;

/** In characters. Source: ours (decision 1084). */
export const DESCRIPTION_MAX_CHARS = 320;

/** In documents. Source: ours (decision 1084). */
export const DOCUMENTS_MAX = 1000;

/** In characters. Source: ours (decision 1084). */
export const EXAMPLE_MAX_CHARS = 500;

/** In fields. Source: ours (decision 1084). */
export const FIELDS_MAX = 60;

/** In characters. Source: ours (decision 1084). */
export const FIELD_MAX_CHARS = 40;

/** In characters. Source: ours (decision 1085). */
export const FORMULA_MAX_CHARS = 200;

/** In characters. Source: ours (decision 1088). */
export const INSTRUCTIONS_MAX_CHARS = 4000;

/** In characters. Source: ours (decision 1084). */
export const LABEL_MAX_CHARS = 80;

/** In rows. Source: ours (decision 1084). */
export const LIST_ROWS_MAX = 200;

/** In characters. Source: ours (decision 1084). */
export const LONG_TEXT_MAX_CHARS = 20000;

/** In files. Source: ours (decision 1084). */
export const MAKE_BURST = 20;

/** In milliseconds. Source: ours (decision 1084). */
export const MAKE_EVERY_MS = 2000;

/** In characters. Source: ours (decision 1084). */
export const NAME_MAX_CHARS = 120;

/** In options. Source: ours (decision 1084). */
export const OPTIONS_MAX = 30;

/** In characters. Source: ours (decision 1088). */
export const SOURCE_MAX_CHARS = 60000;

/** In templates. Source: ours (decision 1084). */
export const TEMPLATES_MAX = 200;

/** In characters. Source: ours (decision 1084). */
export const TEXT_MAX_CHARS = 500;

/** In bytes. Source: ours (decision 1086). */
export const WORD_MAX_BYTES = 10000000;
