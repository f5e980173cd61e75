// Written from the server's tables by generated.test.ts. Do not edit.

/** In bytes. Source: spec §5, §9. */
export const AVATAR_MAX_BYTES = 800000;

/** In of 100. Source: spec §9 (avatar crop). */
export const AVATAR_QUALITY = 75;

/** In pixels. Source: ours (decision 0630). */
export const AVATAR_SIDE_MAX_PIXELS = 8192;

/** In pixels. Source: spec §9. */
export const AVATAR_SIDE_MIN_PIXELS = 100;

/** In pixels. Source: spec §9 (avatar crop). */
export const AVATAR_SIDE_PIXELS = 512;

/** In days. Source: ours (decision 0821). */
export const DISBAND_DAYS = 7;

/** In days. Source: ours (decision 0823). */
export const INVITATION_DAYS = 7;

/** In days. Source: ours (decision 0823). */
export const INVITATION_MAX_DAYS = 90;

/** In days. Source: ours (decision 0821), after spec §4. */
export const LOCKED_DAYS = 30;

/** In characters. Source: ours (decision 0821). */
export const NAME_MAX_CHARS = 80;

/** In teams. Source: ours (decision 0821). */
export const TEAMS_MAX = 20;

/** In people. Source: ours (decision 0823). */
export const WAITING_MAX = 500;

/** In days. Source: ours (decision 0821). */
export const WARNING_DAYS = 7;
