import { TONES, type Tone } from "./prompts";

/** A person's settings for the writing helper. */
export interface WritingOptions {
  /** True if its button appears at the focused field. */
  button: boolean;
  /** Default tone of texts. */
  tone: Tone;
}

/** Returns the only option that the resident half reads. */
export const showsButton = (kept: unknown): boolean =>
  (kept as { button?: unknown } | undefined)?.button !== false;

/** Parses stored options of any shape. */
export function readWritingOptions(kept: unknown): WritingOptions {
  const { tone } = (kept ?? {}) as { tone?: unknown };
  return {
    button: showsButton(kept),
    tone: TONES.find((known) => known === tone) ?? "plain",
  };
}
