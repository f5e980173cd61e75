import type { Refusal } from "../page-features/answers";

/** Streams that translation requests from the background. */
export interface TranslationStreams {
  /** Translates texts of this page and streams each result. Nothing is sent before the site was approved. */
  "page→background: translate"(request: TranslateRequest): TranslatePiece;
}

/** Messages that translation in a page can send to the background. */
export interface TranslationMessages {
  /** Starts or ends translation in the frames of this tab, as far as the browser lets us into them. */
  "page→background: translate frames"(request: FramesRequest): null;
}

/** `target`: language; null ends it. */
export interface FramesRequest {
  target: string | null;
}

export interface TranslateRequest {
  /** Texts with placeholders: see `marked-text.ts`. */
  texts: readonly string[];
  target: string;
}

export type TranslatePiece =
  | { kind: "translated"; index: number; text: string; remembered: boolean }
  | { kind: "failed"; index: number; problem: Refusal };

/** Message to an open panel that the translation memory may have grown. */
export const TRANSLATED = "background→panel: translated";

/** Limits of the server: `TEXTS_MAX`, `TEXT_MAX_CHARS`, `REQUEST_MAX_CHARS`. */
export const REQUEST_TEXTS = 50;
export const TEXT_CHARS = 5_000;
export const REQUEST_CHARS = 20_000;

/** Validates a translation request. */
export function readRequest(request: unknown): TranslateRequest | null {
  const { texts, target } = (request ?? {}) as Partial<Record<keyof TranslateRequest, unknown>>;
  const isText = (text: unknown): text is string => typeof text === "string";
  if (!Array.isArray(texts) || !texts.every(isText) || !isText(target) || target.length > 35) return null;
  if (texts.length === 0 || texts.length > REQUEST_TEXTS) return null;
  return texts.reduce((sum, text) => sum + text.length, 0) <= 2 * REQUEST_CHARS ? { texts, target } : null;
}

/** Validates a request for the frames of a page. */
export function readFramesRequest(request: unknown): FramesRequest | null {
  const { target } = (request ?? {}) as { target?: unknown };
  return target === null || (typeof target === "string" && target.length <= 35) ? { target } : null;
}
