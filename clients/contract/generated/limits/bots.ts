// Written from the server's tables by generated.test.ts. Do not edit.

/** In bots. Source: ours (decision 0630). */
export const BOTS_MAX = 500;

/** In files. Source: spec §5 (files in one message), taken for bots. */
export const BOT_FILES_MAX = 20;

/** In units. Source: ours (decision 0779). */
export const CAP_MAX = 1000000;

/** In characters. Source: spec §5, §9. */
export const DESCRIPTION_MAX_CHARS = 320;

/** In bytes. Source: spec §5, §9. */
export const ICON_MAX_BYTES = 4000000;

/** In of 100. Source: spec §9 (avatar crop). */
export const ICON_QUALITY = 75;

/** In pixels. Source: ours (decision 0630). */
export const ICON_SIDE_MAX_PIXELS = 8192;

/** In pixels. Source: spec §9. */
export const ICON_SIDE_MIN_PIXELS = 100;

/** In pixels. Source: spec §9 (avatar crop). */
export const ICON_SIDE_PIXELS = 512;

/** In characters. Source: spec §5, §9. */
export const NAME_MAX_CHARS = 128;

/** In tokens. Source: spec §5, §9. */
export const PROMPT_MAX_TOKENS = 1000;

/** In characters. Source: ours (decision 0630). */
export const REASON_MAX_CHARS = 1000;

/** In starters. Source: issue 26. */
export const STARTERS_MAX = 4;

/** In characters. Source: ours (decision 1001). */
export const STARTER_MAX_CHARS = 200;

/** In tools. Source: ours (decision 1001). */
export const TOOLS_MAX = 50;

/** In characters. Source: ours (decision 1001). */
export const TOOL_KEY_MAX_CHARS = 200;

/** In days. Source: ours (decision 0630). */
export const TRASH_DAYS = 30;
