// Written from the server's tables by generated.test.ts. Do not edit.

export const FILES_MAX = 20;
export const IMAGE_MAX_BYTES = 4000000;
export const IMAGE_MAX_PIXELS = 2048;
