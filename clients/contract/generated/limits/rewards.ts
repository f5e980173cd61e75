// Written from the server's tables by generated.test.ts. Do not edit.

/** In days. Source: ours (decision 0830). */
export const CLAIM_DAYS = 7;

/** In friends. Source: ours (decision 0830). */
export const FRIENDS_MAX = 100;

/** In friends. Source: ours (decision 0942). */
export const FRIENDS_PER_ADDRESS = 3;

/** In friends. Source: ours (decision 0942). */
export const FRIENDS_PER_NETWORK = 10;

/** In queries. Source: spec §9. */
export const INVITE_ADVANCED_QUERIES = 5;

/** In queries. Source: spec §9. */
export const INVITE_QUERIES = 2500;

/** In days. Source: ours (decision 0830). */
export const QUERIES_DAYS = 365;

/** In days. Source: spec §9. */
export const REGISTRATION_DAYS = 7;

/** In days. Source: ours (decision 0830). */
export const REGISTRATION_HOLD_DAYS = 1;

/** In days. Source: ours (decision 0973). */
export const REGISTRATION_USE_DAYS = 30;

/** In days. Source: ours (decision 0830). */
export const SUBSCRIPTION_HOLD_DAYS = 14;

/** In months. Source: spec §9. */
export const SUBSCRIPTION_MONTHS = 1;
