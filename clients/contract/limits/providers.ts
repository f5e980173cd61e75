// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours. */
export const API_KEY_MAX_CHARS = 4096;

/** In characters. Source: ours. */
export const CONNECTION_NAME_MAX_CHARS = 64;

/** In seconds. Source: ours (decision 0301). */
export const CONNECT_TIMEOUT_SECONDS = 10;

/** In seconds. Source: ours. */
export const DISCOVERY_TIMEOUT_SECONDS = 1;

/** In seconds. Source: ours (decision 0301). */
export const FIRST_EVENT_TIMEOUT_SECONDS = 120;

/** In seconds. Source: security CR7. */
export const IDLE_TIMEOUT_SECONDS = 60;

/** In bytes. Source: security CR7 (5 MB lines must pass). */
export const LINE_MAX_BYTES = 8388608;

/** In seconds. Source: ours. */
export const MODELS_MAX_AGE_SECONDS = 900;

/** In bytes. Source: ours. */
export const MODELS_MAX_BYTES = 16777216;

/** In seconds. Source: ours. */
export const MODELS_TIMEOUT_SECONDS = 10;

/** In pieces. Source: ours (decision 0301). */
export const UNREADABLE_PIECES_MAX = 16;

/** In tokens. Source: ours, above the largest context of spec §9. */
export const USAGE_MAX_TOKENS = 10000000;
