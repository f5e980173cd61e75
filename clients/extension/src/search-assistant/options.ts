import { TRIGGER_MODES, type TriggerMode } from "./trigger";

/** A person's settings for the search assistant. */
export interface SearchOptions {
  mode: TriggerMode;
  /** True if the first results are sent with the question as quotations. */
  results: boolean;
}

/** Default options: nothing is sent before a click. */
export const FIRST_OPTIONS: SearchOptions = { mode: "manually", results: true };

/** Parses stored options of any shape. */
export function readSearchOptions(kept: unknown): SearchOptions {
  const { mode, results } = (kept ?? {}) as Partial<Record<keyof SearchOptions, unknown>>;
  return {
    mode: TRIGGER_MODES.find((known) => known === mode) ?? FIRST_OPTIONS.mode,
    results: typeof results === "boolean" ? results : FIRST_OPTIONS.results,
  };
}
