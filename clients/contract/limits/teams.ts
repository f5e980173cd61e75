// Written from the server's tables by generated.test.ts. Do not edit.

export const AVATAR_MAX_BYTES = 800000;
export const DISBAND_DAYS = 7;
export const NAME_MAX_CHARS = 80;
