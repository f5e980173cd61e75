// Written from the server's tables by generated.test.ts. Do not edit.

/** In attempts. Source: ours (decision 1076). */
export const ATTEMPTS_MAX = 3;

/** In dates. Source: issue 28. */
export const DATES_SHOWN = 5;

/** In runs. Source: ours (decision 1076). */
export const FAILURES_MAX = 3;

/** In years. Source: ours. */
export const FIRST_DATE_YEARS = 5;

/** In units. Source: ours. */
export const INTERVAL_MAX = 1000;

/** In minutes. Source: ours (decision 1075). */
export const INTERVAL_MIN_MINUTES = 15;

/** In minutes. Source: ours (decision 1075). */
export const MISSED_AFTER_MINUTES = 10;

/** In characters. Source: ours. */
export const RESULT_MAX_CHARS = 50000;

/** In characters. Source: ours. */
export const RULE_MAX_CHARS = 500;

/** In days. Source: ours. */
export const RUNS_KEPT_DAYS = 365;

/** In schedules. Source: ours (decision 1075). */
export const SCHEDULES_MAX = 50;

/** In characters. Source: ours. */
export const TITLE_MAX_CHARS = 100;

/** In days. Source: ours. */
export const TRASH_DAYS = 30;

/** In characters. Source: ours. */
export const WORDS_MAX_CHARS = 2000;
