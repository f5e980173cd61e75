// Written from the server's tables by generated.test.ts. Do not edit.

/** In tokens. Source: ours (decision 0621). */
export const ANSWER_ROOM_TOKENS = 4096;

/** In minutes. Source: spec §4. */
export const AUTO_NEW_CHAT_MINUTES = 10;

/** In conversations. Source: ours (decision 0601). */
export const BATCH_MAX_CONVERSATIONS = 500;

/** In models. Source: issue 3. */
export const BATCH_MAX_MODELS = 4;

/** In models. Source: issue 3. */
export const BATCH_MIN_MODELS = 2;

/** In characters. Source: ours (decision 0984). */
export const FEEDBACK_COMMENT_MAX_CHARS = 1000;

/** In groups. Source: ours (decision 0601). */
export const GROUPS_MAX = 500;

/** In characters. Source: spec §5, §9. */
export const GROUP_NAME_MAX_CHARS = 100;

/** In tokens. Source: ours (decision 0620). */
export const IMAGE_TOKENS = 1000;

/** In links. Source: ours (decision 0718). */
export const LINKS_PER_MESSAGE_MAX = 100;

/** In bytes. Source: ours (decision 0718). */
export const LINK_MAX_BYTES = 2048;

/** In answers. Source: ours (decision 0610). */
export const MERGE_MAX_ANSWERS = 8;

/** In messages. Source: ours (decision 0693). */
export const MESSAGES_AT_ONCE = 100;

/** In percent. Source: ours, after spec §4 (nearing limit). */
export const NEAR_LIMIT_PERCENT = 80;

/** In characters. Source: ours (decision 0003). */
export const QUERY_MAX_CHARS = 200;

/** In things. Source: ours (decision 0806). */
export const REFERENCES_MAX = 10;

/** In tokens. Source: ours (decision 0806). */
export const REFERENCES_MAX_TOKENS = 10000;

/** In searches. Source: ours (decision 0003). */
export const SEARCH_BURST = 300;

/** In milliseconds. Source: ours (decision 0003). */
export const SEARCH_EVERY_MS = 100;

/** In messages. Source: ours (decision 0003). */
export const SEND_BURST = 1000;

/** In milliseconds. Source: ours (decision 0003). */
export const SEND_EVERY_MS = 100;

/** In characters. Source: ours (decision 0621). */
export const SUMMARY_MAX_CHARS = 20000;

/** In hours. Source: ours (decision 0602). */
export const TEMPORARY_HOURS = 24;

/** In characters. Source: ours (decision 0003). */
export const TEXT_MAX_CHARS = 200000;

/** In characters. Source: spec §9 (group name), taken for titles. */
export const TITLE_MAX_CHARS = 100;

/** In characters. Source: ours (decision 0600). */
export const TITLE_READ_CHARS = 1000;

/** In days. Source: ours (decision 0003). */
export const TRASH_DAYS = 30;
