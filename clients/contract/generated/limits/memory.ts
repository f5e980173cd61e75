// Written from the server's tables by generated.test.ts. Do not edit.

/** In days. Source: ours (decision 0791). */
export const DECIDED_DAYS = 180;

/** In days. Source: ours (decision 0790). */
export const FORGOTTEN_DAYS = 30;

/** In characters. Source: ours (decision 0790). */
export const ITEM_MAX_CHARS = 500;

/** In suggestions. Source: ours (decision 0791). */
export const LEARNED_AT_ONCE = 5;

/** In seconds. Source: ours (decision 0791). */
export const LEARN_AFTER_SECONDS = 120;

/** In messages. Source: ours (decision 0791). */
export const LESSONS_AT_ONCE = 20;

/** In characters. Source: ours (decision 0791). */
export const LESSON_MAX_CHARS = 2000;

/** In suggestions. Source: ours (decision 0791). */
export const PENDING_MAX = 100;

/** In characters. Source: ours (decision 0790). */
export const PROFILE_MAX_CHARS = 2000;

/** In tokens. Source: ours (decision 0792). */
export const RECALL_MAX_TOKENS = 2000;
