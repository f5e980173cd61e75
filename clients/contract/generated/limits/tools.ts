// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours (decision 0974). */
export const ANSWER_TEXT_MAX_CHARS = 4000;

/** In seconds. Source: ours. */
export const CONNECT_SECONDS_MAX = 20;

/** In characters. Source: ours. */
export const DESCRIPTION_MAX_CHARS = 2000;

/** In files. Source: ours (decision 0700). */
export const MEDIA_MAX = 8;

/** In bytes. Source: ours (decision 0700). */
export const MESSAGE_MAX_BYTES = 8000000;

/** In characters. Source: ours. */
export const NAME_MAX_CHARS = 80;

/** In options. Source: ours (decision 0974). */
export const OPTIONS_PER_FIELD_MAX = 100;

/** In fields. Source: ours (decision 0974). */
export const QUESTION_FIELDS_MAX = 20;

/** In bytes. Source: ours (decision 0974). */
export const QUESTION_MAX_BYTES = 32768;

/** In characters. Source: ours (decision 0974). */
export const QUESTION_MESSAGE_MAX_CHARS = 2000;

/** In bytes. Source: ours. */
export const SCHEMA_MAX_BYTES = 32768;

/** In servers. Source: ours. */
export const SERVERS_MAX = 50;

/** In minutes. Source: ours. */
export const SIGN_IN_MINUTES_MAX = 10;

/** In tools. Source: ours. */
export const TOOLS_MAX = 128;

/** In tools. Source: ours. */
export const TOOLS_PER_RUN_MAX = 128;
