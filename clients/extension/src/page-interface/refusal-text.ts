import type { Refusal } from "../page-features/page-messages";
import { pageText, problemSaid } from "./page-text";

const COMMON = ["signed_out", "unreachable", "too_often"] as const;

/** Returns the text for a problem that affects every request; null if the problem is specific to this one. */
export function commonRefusal(code: Refusal["code"]): string | null {
  const known = COMMON.find((one) => one === code);
  return known ? pageText("page")(known) : null;
}

/** Returns the text that explains why there is no answer. */
export function refusalText(refusal: Refusal): string {
  if (refusal.code === "untrusted") return refusal.text;
  return commonRefusal(refusal.code) ?? pageText("page")("refused", { reason: problemSaid(refusal) });
}
