// Written from the server's tables by generated.test.ts. Do not edit.

/** In minutes. Source: ours (decision 0764). */
export const ABANDONED_MINUTES = 30;

/** In seconds. Source: ours (decision 0911). */
export const ALL_FEEDS_SECONDS = 10;

/** In search engines. Source: ours (decision 0911). */
export const CUSTOM_ENGINES_MAX = 50;

/** In names. Source: ours (decision 0764). */
export const DOMAINS_MAX = 20;

/** In engines. Source: ours (decision 0750). */
export const ENGINES_MAX = 60;

/** In bytes. Source: ours (decision 0764). */
export const ENGINE_ANSWER_MAX_BYTES = 3000000;

/** In characters. Source: ours (decision 0911). */
export const ENGINE_BODY_MAX_CHARS = 4000;

/** In headers. Source: ours (decision 0911). */
export const ENGINE_HEADERS_MAX = 10;

/** In characters. Source: ours (decision 0911). */
export const ENGINE_NAME_MAX_CHARS = 60;

/** In questions. Source: ours (decision 0911). */
export const ENGINE_PER_MINUTE_MAX = 600;

/** In characters. Source: ours (decision 0911). */
export const ENGINE_PLACE_MAX_CHARS = 200;

/** In seconds. Source: ours (decision 0911). */
export const ENGINE_SECONDS_MAX = 20;

/** In characters. Source: ours (decision 0911). */
export const ENGINE_URL_MAX_CHARS = 1000;

/** In feeds. Source: ours (decision 0911). */
export const FEEDS_MAX = 30;

/** In entries. Source: ours (decision 0911). */
export const FEED_ENTRIES_MAX = 50;

/** In minutes. Source: ours (decision 0911). */
export const FEED_FRESH_MINUTES = 15;

/** In bytes. Source: ours (decision 0911). */
export const FEED_MAX_BYTES = 2000000;

/** In seconds. Source: ours (decision 0911). */
export const FEED_SECONDS = 6;

/** In characters. Source: ours (decision 0911). */
export const FEED_URL_MAX_CHARS = 1000;

/** In bytes. Source: ours (decision 0750). */
export const FILE_MAX_BYTES = 200000;

/** In characters. Source: ours (decision 0911). */
export const OPML_MAX_CHARS = 500000;

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

/** In feeds. Source: ours (decision 0911). */
export const SHARED_FEEDS_MAX = 100;

/** In names. Source: ours (decision 0917). */
export const SITES_MAX = 200;

/** In characters. Source: ours (decision 0764). */
export const SNAPSHOT_MAX_CHARS = 60000;

/** In characters. Source: ours (decision 0764). */
export const SNIPPET_MAX_CHARS = 1200;

/** In days. Source: ours (decision 0764). */
export const TRASH_DAYS = 30;
