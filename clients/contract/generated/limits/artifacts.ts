// Written from the server's tables by generated.test.ts. Do not edit.

/** In artifacts. Source: ours (decision 1062). */
export const ARTIFACTS_MAX = 10000;

/** In bytes. Source: ours (decision 1062). */
export const CONTENT_MAX_BYTES = 524288;

/** In bytes. Source: ours (decision 1064). */
export const DATA_MAX_BYTES = 100000;

/** In entries. Source: ours (decision 1064). */
export const DATA_MAX_ENTRIES = 500;

/** In hosts. Source: ours (decision 1018). */
export const HOSTS_MAX = 10;

/** In characters. Source: ours (decision 1062). */
export const IDENTIFIER_MAX_CHARS = 64;

/** In prompts. Source: ours (decision 1065). */
export const PROMPT_BURST = 5;

/** In milliseconds. Source: ours (decision 1065). */
export const PROMPT_EVERY_MS = 3000;

/** In characters. Source: ours (decision 1065). */
export const PROMPT_MAX_CHARS = 20000;

/** In characters. Source: ours (decision 1062). */
export const TITLE_MAX_CHARS = 200;

/** In versions. Source: ours (decision 1062). */
export const VERSIONS_MAX = 200;
