// Written from the server's tables by generated.test.ts. Do not edit.

/** In microseconds. Source: ours (RFC 6749 §4.1.2: at most ten minutes). */
export const DEVICE_CODE_LIFE_MICROS = 60000000;

/** In characters. Source: ours. */
export const DEVICE_NAME_MAX_CHARS = 80;

/** In characters. Source: ours. */
export const DEVICE_STATE_MAX_CHARS = 128;

/** In tries. Source: ours (decision 1100). */
export const FACTORS_PER_ACCOUNT = 10;

/** In tries. Source: ours (decision 1100). */
export const FACTORS_PER_DEVICE = 20;

/** In guesses. Source: ours (security AU4). */
export const GUESSES_PER_IP = 20;

/** In invitations. Source: ours (decision 0977). */
export const INVITATIONS_MAX = 500;

/** In days. Source: ours (decision 0977). */
export const INVITATION_DAYS = 7;

/** In passkeys. Source: ours. */
export const PASSKEYS_MAX = 20;

/** In attempts. Source: ours (security RL1). */
export const PASSKEYS_PER_IP = 60;

/** In days. Source: ours (decision 1102). */
export const PASSWORD_LINK_DAYS = 7;

/** In microseconds. Source: ours (security §4.2). */
export const RECENT_SIGN_IN_MICROS = 600000000;

/** In refusals. Source: ours (decision 0903). */
export const REFUSALS_NOTED = 600;

/** In refusals. Source: ours (decision 0903). */
export const REFUSALS_NOTED_PER_EMAIL = 10;

/** In seconds. Source: ours (decision 0903). */
export const REFUSAL_NOTED_PER_EMAIL_SECONDS = 600;

/** In seconds. Source: ours (decision 0903). */
export const REFUSAL_NOTED_SECONDS = 10;

/** In characters. Source: ours (decision 0977). */
export const SERVER_NAME_MAX_CHARS = 60;

/** In attempts. Source: ours (decision 0941). */
export const SIGN_INS_PER_DEVICE = 50;

/** In attempts. Source: ours (security RL1). */
export const SIGN_INS_PER_EMAIL = 50;

/** In attempts. Source: ours (security RL1). */
export const SIGN_INS_PER_IP = 30;

/** In microseconds. Source: ours (decision 1100). */
export const TICKET_LIFE_MICROS = 900000000;

/** In tries. Source: ours (security §0). */
export const TICKET_TRIES_MAX = 5;
