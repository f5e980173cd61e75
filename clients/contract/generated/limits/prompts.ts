// Written from the server's tables by generated.test.ts. Do not edit.

/** In quick actions. Source: ours (decision 0631). */
export const ACTIONS_MAX = 100;

/** In tokens. Source: spec §5, §9. */
export const CONTENT_MAX_TOKENS = 1000;

/** In characters. Source: spec §5, §9. */
export const DESCRIPTION_MAX_CHARS = 320;

/** In characters. Source: spec §5, §9. */
export const NAME_MAX_CHARS = 128;

/** In quick actions. Source: spec §5, §9. */
export const PINNED_MAX = 6;

/** In prompts. Source: ours (decision 0631). */
export const PROMPTS_MAX = 1000;

/** In days. Source: ours (decision 0631). */
export const TRASH_DAYS = 30;
