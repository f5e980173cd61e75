// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours. */
export const ABOUT_MAX_CHARS = 1000;

/** In days. Source: ours (decision 0835). */
export const CLAIM_DAYS = 7;

/** In clicks. Source: ours. */
export const CLICKS_PER_IP = 30;

/** In days. Source: ours (decision 0835). */
export const CLICK_DAYS = 90;

/** In characters. Source: ours. */
export const PAYOUT_MAX_CHARS = 300;
