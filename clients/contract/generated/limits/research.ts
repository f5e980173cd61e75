// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours (decision 0801). */
export const ANSWER_MAX_CHARS = 1000;

/** In attempts. Source: ours (decision 0802). */
export const ATTEMPTS_MAX = 3;

/** In researches. Source: ours (decision 0801). */
export const AT_ONCE_MAX = 3;

/** In researches. Source: ours (decision 0801). */
export const BEGIN_BURST = 5;

/** In milliseconds. Source: ours (decision 0801). */
export const BEGIN_EVERY_MS = 10000;

/** In questions. Source: ours (decision 0801). */
export const CLARIFYING_MAX = 3;

/** In topics. Source: ours (decision 0801). */
export const GAP_TOPICS_MAX = 2;

/** In pages. Source: ours (decision 0802). */
export const PAGES_MAX = 5;

/** In searches. Source: ours (decision 0801). */
export const QUERIES_MAX = 3;

/** In characters. Source: ours (decision 0801). */
export const QUERY_MAX_CHARS = 200;

/** In characters. Source: ours (decision 0801). */
export const QUESTION_MAX_CHARS = 2000;

/** In researches. Source: ours (decision 0805). */
export const SCHEDULED_MAX = 10;

/** In units. Source: ours (decision 0779). */
export const SCHEDULE_CAP_MAX = 100000;

/** In units. Source: ours (decision 0803). */
export const SPEND_MAX = 1000;

/** In statements. Source: ours (decision 0802). */
export const STATEMENTS_MAX = 24;

/** In steps. Source: ours (decision 0803). */
export const STEPS_MAX = 100;

/** In steps. Source: ours (decision 0803). */
export const STEPS_MIN = 5;

/** In steps. Source: ours (decision 0803). */
export const STEPS_USUAL = 50;

/** In minutes. Source: ours (decision 0802). */
export const STUCK_MINUTES = 30;

/** In topics. Source: ours (decision 0802). */
export const TOPICS_AT_ONCE = 3;

/** In topics. Source: ours (decision 0801). */
export const TOPICS_MAX = 10;

/** In characters. Source: ours (decision 0801). */
export const TOPIC_MAX_CHARS = 300;

/** In days. Source: ours (decision 0801). */
export const TRASH_DAYS = 30;
