// Written from the server's tables by generated.test.ts. Do not edit.

/** In agents. Source: ours. */
export const AGENTS_MAX = 100;

/** In calls. Source: ours. */
export const CALLS_MAX = 16;

/** In characters. Source: ours, as of prompts (spec §5). */
export const DESCRIPTION_MAX_CHARS = 320;

/** In characters. Source: ours. */
export const ICON_MAX_CHARS = 16;

/** In messages. Source: ours. */
export const INBOX_MAX = 8;

/** In characters. Source: ours. */
export const INSTRUCTIONS_MAX_CHARS = 20000;

/** In files. Source: ours, after spec §5 (20 files). */
export const KNOWLEDGE_MAX = 20;

/** In characters. Source: ours. */
export const MESSAGE_MAX_CHARS = 20000;

/** In characters. Source: ours. */
export const NAME_MAX_CHARS = 80;

/** In tools. Source: ours (decision 1070). */
export const OFFERED_MAX = 24;

/** In tasks. Source: ours. */
export const OPEN_MAX = 8;

/** In options. Source: ours. */
export const OPTIONS_MAX = 8;

/** In characters. Source: ours. */
export const OUTPUT_MAX_CHARS = 40000;

/** In questions. Source: ours (decision 1069). */
export const QUESTIONS_MAX = 4;

/** In units. Source: ours. */
export const SPEND_MAX = 1000000;

/** In steps. Source: ours, after spec §4 (maximum number of steps). */
export const STEPS_MAX = 100;

/** In steps. Source: ours. */
export const STEPS_MIN = 1;

/** In steps. Source: ours (decision 1068). */
export const STEPS_USUAL = 20;

/** In tools. Source: ours. */
export const TOOLS_MAX = 64;

/** In seconds. Source: ours. */
export const TOOL_SECONDS_MAX = 120;

/** In days. Source: ours. */
export const TRASH_DAYS = 30;

/** In tries. Source: ours. */
export const TRIES_MAX = 3;
