import { type TextKey, useText } from "@ensemble/i18n/text";

const REASONS: Record<string, TextKey<"frame">> = {
  device_limit: "ended.device_limit",
  signed_out: "ended.signed_out",
  password_changed: "ended.password_changed",
  expired: "ended.expired",
  account_deleted: "ended.account_deleted",
  team_disbanded: "ended.team_disbanded",
  member_removed: "ended.member_removed",
  suspended: "ended.suspended",
};

/** Returns a function for the text about an ended session (spec §8: device limit, expiry, …). */
export function useEndedText(): (reason: string) => string {
  const text = useText("frame");
  return (reason) => text(REASONS[reason] ?? "ended.expired");
}
