// Written from the server's tables by generated.test.ts. Do not edit.

/** In tries. Source: ours (decision 0717). */
export const BUSY_TRIES_MAX = 5;

/** In seconds. Source: ours (decision 0717). */
export const BUSY_WAIT_MAX_SECONDS = 300;

/** In calls. Source: ours. */
export const CALLS_PER_STEP_MAX = 16;

/** In days. Source: ours. */
export const PAUSED_DAYS_MAX = 7;

/** In questions. Source: ours (decision 0974). */
export const QUESTIONS_PER_CALL_MAX = 5;

/** In seconds. Source: ours (decision 0974). */
export const QUESTION_SECONDS_MAX = 600;

/** In steps. Source: ours. */
export const STEPS_MAX = 20;

/** In characters. Source: ours. */
export const TOOL_OUTPUT_MAX_CHARS = 40000;

/** In seconds. Source: ours. */
export const TOOL_SECONDS_MAX = 120;

/** In answers. Source: ours (decision 0717). */
export const WAITING_MAX = 200;

/** In answers. Source: ours (decision 0717). */
export const WAITING_PER_PERSON_MAX = 8;
