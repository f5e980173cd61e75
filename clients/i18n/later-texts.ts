import type { TextFiles } from "./text";

/**
 * Addresses of the texts of all other areas. In a separate file, because the addresses of 25 areas in three
 * languages would be a hundredth of the first load.
 */
export const LATER_TEXTS: TextFiles = import.meta.glob<Record<string, string>>(
  ["./locales/*/*.json", "./locales/*/*/index.ts", "!./locales/*/start/index.ts"],
  { import: "default" },
);
