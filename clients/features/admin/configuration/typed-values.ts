import type { ServerSettingValue } from "@ensemble/contract/wire";

/** Returns a value as it is typed: a list with one entry per line. */
export const typedOf = (value: ServerSettingValue): string =>
  Array.isArray(value) ? value.join("\n") : String(value);

/** Returns the entries of a list, one per line. */
export const linesOf = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Returns a whole number within bounds; digits of any script count. `null`: it is none. */
export function readNumber(typed: string, { min, max }: { min: number; max: number }): number | null {
  const digits = typed.trim().replace(/[٠-٩۰-۹０-９]/g, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(code >= 0xff10 ? code - 0xff10 : code >= 0x06f0 ? code - 0x06f0 : code - 0x0660);
  });
  const number = /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  return number !== null && number >= min && number <= max ? number : null;
}
