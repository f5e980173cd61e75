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

/** The text of a reason; of one that a later server knows, the last. */
export const reasonText = (reason: string): TextKey<"bots"> => {
  const known = REPORT_REASONS.find((one) => one === reason) ?? "other";
  return known === "other" ? "reason_else" : `reason_${known}`;
};
