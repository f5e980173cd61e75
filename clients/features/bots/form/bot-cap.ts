import { CAP_MAX } from "@ensemble/contract/generated/limits/bots";

/** Parses a typed budget: null if empty, undefined if it is not a whole number above zero. */
export function capOf(typed: string): number | null | undefined {
  if (typed.trim() === "") return null;
  const cap = Number(typed);
  return Number.isInteger(cap) && cap >= 1 && cap <= CAP_MAX ? cap : undefined;
}
