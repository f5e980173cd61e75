import { TRIGGER_MODES, type TriggerMode } from "./trigger";

/** What a person has chosen for the assistant beside search results. */
export interface SearchOptions {
  mode: TriggerMode;
  /** Whether the first results go along with the question, as quotations. */
  results: boolean;
}

/** Nothing leaves before somebody presses. */
export const FIRST_OPTIONS: SearchOptions = { mode: "manually", results: true };

/** What was kept, whatever it is. */
export function readSearchOptions(kept: unknown): SearchOptions {
  const { mode, results } = (kept ?? {}) as Partial<Record<keyof SearchOptions, unknown>>;
  return {
    mode: TRIGGER_MODES.find((known) => known === mode) ?? FIRST_OPTIONS.mode,
    results: typeof results === "boolean" ? results : FIRST_OPTIONS.results,
  };
}
