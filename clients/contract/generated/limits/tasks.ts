// Written from the server's tables by generated.test.ts. Do not edit.

/** In seconds. Source: ours (decision 0930). */
export const MAIL_AFTER_SECONDS = 600;

/** In seconds. Source: ours (decision 0730). */
export const NOTICE_AFTER_SECONDS = 10;

/** In seconds. Source: ours (decision 0730). */
export const SEEN_WITHIN_SECONDS = 5;
