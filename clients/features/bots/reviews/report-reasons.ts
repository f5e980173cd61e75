import type { ReportReason } from "@ensemble/contract/wire";
import type { TextKey } from "@ensemble/i18n/text";

/** Reasons to report a bot, in display order. */
export const REPORT_REASONS: readonly ReportReason[] = [
  "spam",
  "harmful",
  "sexual",
  "hateful",
  "copyright",
  "other",
];

/** Returns the text of a reason; for an unknown one, that of the last. */
export const reasonText = (reason: string): TextKey<"bots"> => {
  const known = REPORT_REASONS.find((one) => one === reason) ?? "other";
  return known === "other" ? "reason_else" : `reason_${known}`;
};
