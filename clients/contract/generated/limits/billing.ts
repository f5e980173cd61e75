// Written from the server's tables by generated.test.ts. Do not edit.

/** In credits. Source: ours (decision 0770). */
export const CREDITS_MAX = 1000000000;

/** In codes. Source: ours (decision 0833). */
export const EDUCATION_CODES_PER_HOUR = 5;

/** In days. Source: spec §9. */
export const EXPIRY_REMINDER_DAYS = 7;

/** In characters. Source: ours (decision 0770). */
export const FEEDBACK_MAX_CHARS = 2000;

/** In mails. Source: ours (decision 0786). */
export const ORDER_MAILS_PER_HOUR = 3;

/** In packs. Source: ours (decision 0770). */
export const PACKS_MAX = 20;

/** In smallest units. Source: ours (decision 0770). */
export const PRICE_MAX = 100000000000;

/** In seats. Source: ours (decision 0820). */
export const SEATS_MAX = 1000;

/** In days. Source: ours (decision 0770). */
export const TRIAL_MAX_DAYS = 365;

/** In days. Source: spec §4. */
export const TRIAL_REMINDER_DAYS = 1;
