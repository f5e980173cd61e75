import { TONES, type Tone } from "./prompts";

/** What a person has chosen for the writing helper. */
export interface WritingOptions {
  /** Whether its button shows by itself at the field that is written in. */
  button: boolean;
  /** How texts sound, where nothing else is said. */
  tone: Tone;
}

export const FIRST_OPTIONS: WritingOptions = { button: true, tone: "plain" };

/** What was kept, whatever it is. */
export function readWritingOptions(kept: unknown): WritingOptions {
  const { button, tone } = (kept ?? {}) as Partial<Record<keyof WritingOptions, unknown>>;
  return {
    button: typeof button === "boolean" ? button : FIRST_OPTIONS.button,
    tone: TONES.find((known) => known === tone) ?? FIRST_OPTIONS.tone,
  };
}
