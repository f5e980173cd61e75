// Written from the server's tables by generated.test.ts. Do not edit.

/** In minutes. Source: ours (decision 0764). */
export const ABANDONED_MINUTES = 30;

/** In names. Source: ours (decision 0764). */
export const DOMAINS_MAX = 20;

/** In engines. Source: ours (decision 0750). */
export const ENGINES_MAX = 60;

/** In bytes. Source: ours (decision 0750). */
export const FILE_MAX_BYTES = 200000;

/** In bytes. Source: ours (decision 0764). */
export const FINDER_ANSWER_MAX_BYTES = 3000000;

/** In seconds. Source: ours (decision 0764). */
export const PAGE_SECONDS = 12;

/** In percent. Source: ours (decision 0750). */
export const PLENTY_MIN_PERCENT = 25;

/** In characters. Source: ours (decision 0764). */
export const QUERY_MAX_CHARS = 400;

/** In searches. Source: ours (decision 0764). */
export const SEARCH_BURST = 10;

/** In milliseconds. Source: ours (decision 0764). */
export const SEARCH_EVERY_MS = 3000;

/** In characters. Source: ours (decision 0750). */
export const SELECTOR_MAX_CHARS = 300;

/** In characters. Source: ours (decision 0764). */
export const SNAPSHOT_MAX_CHARS = 60000;

/** In characters. Source: ours (decision 0764). */
export const SNIPPET_MAX_CHARS = 1200;

/** In days. Source: ours (decision 0764). */
export const TRASH_DAYS = 30;
