// Written from the server's tables by generated.test.ts. Do not edit.

/** In parts. Source: ours (decision 0996). */
export const ATTACHMENTS_MAX = 20;

/** In bytes. Source: ours (decision 0996). */
export const AUDIO_MAX_BYTES = 20971520;

/** In answers. Source: ours (decision 0992). */
export const CHOICES_MAX = 8;

/** In texts. Source: OpenAI's own limit. */
export const EMBEDDED_TEXTS_MAX = 2048;

/** In characters. Source: ours (decision 0672). */
export const EMBEDDED_TEXT_MAX_CHARS = 100000;

/** In bytes. Source: ours (decision 0996). */
export const FILE_MAX_BYTES = 20971520;

/** In characters. Source: ours. */
export const KEY_NAME_MAX_CHARS = 80;

/** In results. Source: ours. */
export const LIBRARY_HITS_MAX = 20;

/** In characters. Source: ours. */
export const LIBRARY_TEXT_MAX_CHARS = 40000;

/** In addresses. Source: ours (decision 0994). */
export const OAUTH_REDIRECTS_MAX = 10;

/** In characters. Source: ours (decision 0994). */
export const OAUTH_TEXT_MAX_CHARS = 2000;

/** In bytes. Source: spec §5: images up to 4 MB. */
export const PICTURE_MAX_BYTES = 4194304;

/** In characters. Source: ours (decision 0881). */
export const REPEAT_NAME_MAX_CHARS = 255;

/** In bytes. Source: ours (decision 0672). */
export const REQUEST_MAX_BYTES = 33554432;

/** In days. Source: OpenAI's own limit. */
export const RESPONSES_KEPT_DAYS = 30;

/** In responses. Source: ours (decision 0993). */
export const RESPONSE_CHAIN_MAX = 200;
