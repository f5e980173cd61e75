import type { Refusal } from "../page-features/page-messages";
import { pageText, problemSaid } from "./page-text";

const COMMON = ["signed_out", "unreachable", "too_often"] as const;

/** Why nothing can be done at all, and who can help; null: it has to do with what was asked. */
export function commonRefusal(code: Refusal["code"]): string | null {
  const known = COMMON.find((one) => one === code);
  return known ? pageText("page")(known) : null;
}

/** Why there is no answer. */
export function refusalText(refusal: Refusal): string {
  if (refusal.code === "untrusted") return refusal.text;
  return commonRefusal(refusal.code) ?? pageText("page")("refused", { reason: problemSaid(refusal) });
}
