// Written from the server's tables by generated.test.ts. Do not edit.

/** In codes. Source: ours (decision 0941). */
export const CODES_OF_STRANGERS_PER_HOUR = 20;

/** In codes. Source: ours (decision 0941). */
export const CODES_PER_ASKER_PER_HOUR = 5;

/** In codes. Source: ours (security §0). */
export const CODES_PER_HOUR = 3;

/** In digits. Source: spec §5. */
export const CODE_DIGITS = 6;

/** In microseconds. Source: spec §5. */
export const CODE_LIFE_MICROS = 1800000000;

/** In seconds. Source: ours. */
export const CODE_RESEND_SECONDS = 60;

/** In tries. Source: ours (security §0). */
export const CODE_TRIES_MAX = 5;

/** In tokens. Source: spec §9. */
export const CONTEXT_DEFAULT_TOKENS = 20000;

/** In tokens. Source: spec §9. */
export const CONTEXT_MAX_TOKENS = 9999000;

/** In tokens. Source: spec §9. */
export const CONTEXT_MIN_TOKENS = 4000;

/** In tokens. Source: spec §9. */
export const CONTEXT_STEP_TOKENS = 1000;

/** In devices. Source: ours, after spec §8 (device limit). */
export const DEVICES_MAX = 10;

/** In microseconds. Source: RFC 6265bis §5.5. */
export const DEVICE_KNOWN_MICROS = 34560000000000;

/** In characters. Source: RFC 5321 §4.5.3.1. */
export const EMAIL_MAX_CHARS = 254;

/** In letters. Source: spec §5. */
export const EMAIL_SUFFIX_MAX = 12;

/** In letters. Source: spec §5. */
export const EMAIL_SUFFIX_MIN = 2;

/** In keys. Source: ours. */
export const KEYS_MAX = 50;

/** In characters. Source: ours. */
export const KEY_NAME_MAX_CHARS = 80;

/** In accounts. Source: ours. */
export const KNOWN_ACCOUNTS_MAX = 5;

/** In characters. Source: ours. */
export const NAME_MAX_CHARS = 80;

/** In characters. Source: ours (ASVS 5, 6.2.9). */
export const PASSWORD_MAX_CHARS = 128;

/** In characters. Source: ours (ASVS 5, 6.2.1). */
export const PASSWORD_MIN_CHARS = 8;

/** In microseconds. Source: ours (security §4.2). */
export const SESSION_IDLE_MICROS = 2592000000000;

/** In microseconds. Source: ours (security §4.2). */
export const SESSION_MAX_MICROS = 7776000000000;

/** In guesses. Source: ours (security AU4). */
export const WRONG_GUESSES = 500;

/** In seconds. Source: ours (security AU4). */
export const WRONG_GUESS_SECONDS = 1;
