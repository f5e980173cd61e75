import type { TextFiles } from "./text";

/**
 * Where the texts of all other areas are. A file of its own: their addresses alone, 25 areas in three languages, would be
 * a hundredth of what one waits for before one can write.
 */
export const LATER_TEXTS: TextFiles = import.meta.glob<Record<string, string>>(
  ["./locales/*/*.json", "!./locales/*/start.json"],
  { import: "default" },
);
