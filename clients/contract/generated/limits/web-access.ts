// Written from the server's tables by generated.test.ts. Do not edit.

/** In seconds. Source: security.md 4.6. */
export const CONNECT_SECONDS = 3;

/** In fetches. Source: ours. */
export const FETCHES_MAX = 32;

/** In fetches. Source: ours (decision 0965). */
export const FETCHES_PER_SHARE_MAX = 16;

/** In seconds. Source: security.md 4.6. */
export const FIRST_BYTE_SECONDS = 10;

/** In bytes. Source: spec §5. */
export const IMAGE_MAX_BYTES = 4000000;

/** In seconds. Source: security.md 4.6. */
export const NAME_SECONDS = 3;

/** In bytes. Source: ours. */
export const PAGE_MAX_BYTES = 5000000;

/** In seconds. Source: security.md 4.6. */
export const RATE_GRACE_SECONDS = 5;

/** In bytes per second. Source: security.md 4.6. */
export const RATE_MIN_BYTES_PER_SECOND = 1024;

/** In redirects. Source: security.md 4.6. */
export const REDIRECTS_MAX = 5;

/** In seconds. Source: security.md 4.6. */
export const TOTAL_SECONDS = 30;

/** In bytes. Source: ours. */
export const URL_MAX_BYTES = 4096;
