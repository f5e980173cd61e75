import { TONES, type Tone } from "./prompts";

/** What a person has chosen for the writing helper. */
export interface WritingOptions {
  /** Whether its button shows by itself at the field that is written in. */
  button: boolean;
  /** How texts sound, where nothing else is said. */
  tone: Tone;
}

/** The one option that the resident half looks at. */
export const showsButton = (kept: unknown): boolean =>
  (kept as { button?: unknown } | undefined)?.button !== false;

/** What was kept, whatever it is. */
export function readWritingOptions(kept: unknown): WritingOptions {
  const { tone } = (kept ?? {}) as { tone?: unknown };
  return {
    button: showsButton(kept),
    tone: TONES.find((known) => known === tone) ?? "plain",
  };
}
