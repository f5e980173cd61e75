// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: ours (decision 1020). */
export const ANSWER_MAX_BYTES = 134217728;

/** In seconds. Source: ours (decision 1020). */
export const ANSWER_SECONDS = 180;

/** In attempts. Source: ours (decision 1040). */
export const BUSY_MAX_ATTEMPTS = 5;

/** In seconds. Source: ours (decision 1040). */
export const BUSY_MAX_SECONDS = 60;

/** In seconds. Source: ours (decision 1020). */
export const IMAGE_LINK_SECONDS = 30;

/** In bytes. Source: ours (decision 1020). */
export const IMAGE_MAX_BYTES = 33554432;

/** In seconds. Source: ours (decision 1020). */
export const IMAGE_POLL_SECONDS = 1;

/** In bytes. Source: Replicate's own limit. */
export const INLINE_FILE_MAX_BYTES = 262144;

/** In seconds. Source: ours (decision 1020). */
export const LOCAL_ANSWER_SECONDS = 600;

/** In seconds. Source: ours (decision 1020). */
export const VIDEO_LINK_SECONDS = 300;

/** In bytes. Source: ours (decision 1020). */
export const VIDEO_MAX_BYTES = 134217728;

/** In seconds. Source: ours (decision 1020). */
export const VIDEO_POLL_SECONDS = 5;
