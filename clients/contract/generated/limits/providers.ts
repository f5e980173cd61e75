// Written from the server's tables by generated.test.ts. Do not edit.

/** In characters. Source: ours. */
export const API_KEY_MAX_CHARS = 4096;

/** In seconds. Source: ours (decision 0671). */
export const CONNECTION_COOLDOWN_SECONDS = 60;

/** In characters. Source: ours. */
export const CONNECTION_NAME_MAX_CHARS = 64;

/** In seconds. Source: ours (decision 0301). */
export const CONNECT_TIMEOUT_SECONDS = 10;

/** In tokens. Source: ours (decision 0988). */
export const CONTEXT_MAX_TOKENS = 100000000;

/** In tokens. Source: ours (decision 0988). */
export const CONTEXT_MIN_TOKENS = 1024;

/** In seconds. Source: ours (decision 0671). */
export const COOLDOWN_MAX_SECONDS = 3600;

/** In seconds. Source: ours (decision 0671). */
export const COOLDOWN_SECONDS = 30;

/** In credits. Source: ours (decision 0892). */
export const CREDITS_PER_1K_MAX = 100000;

/** In seconds. Source: ours. */
export const DISCOVERY_TIMEOUT_SECONDS = 1;

/** In bytes. Source: ours: 2,048 texts of 3,072 numbers. */
export const EMBEDDINGS_MAX_BYTES = 134217728;

/** In seconds. Source: ours. */
export const EMBEDDINGS_TIMEOUT_SECONDS = 120;

/** In texts. Source: OpenAI's own limit. */
export const EMBEDDING_TEXTS_MAX = 2048;

/** In models. Source: ours (decision 0671). */
export const FALLBACKS_MAX = 5;

/** In bytes. Source: ours. */
export const FALLBACK_ID_MAX_BYTES = 256;

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

/** In models. Source: ours (decision 0988). */
export const SHOWN_MODELS_MAX = 200;

/** In pieces. Source: ours (decision 0301). */
export const UNREADABLE_PIECES_MAX = 16;

/** In tokens. Source: ours, above the largest context of spec §9. */
export const USAGE_MAX_TOKENS = 10000000;
