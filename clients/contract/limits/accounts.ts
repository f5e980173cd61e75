// Written from the server's tables by generated.test.ts. Do not edit.

/** In guesses. Source: ours (security AU4). */
export const GUESSES_PER_IP = 20;

/** In microseconds. Source: ours (security §4.2). */
export const RECENT_SIGN_IN_MICROS = 600000000;

/** In attempts. Source: ours (security RL1). */
export const SIGN_INS_PER_EMAIL = 50;

/** In attempts. Source: ours (security RL1). */
export const SIGN_INS_PER_IP = 30;

/** In guesses. Source: ours (security AU4). */
export const WRONG_GUESSES = 500;
