import type { Bot, BotReview } from "@ensemble/contract/wire";
import type { TextKey } from "@ensemble/i18n/text";

export interface BotStatus {
  label: TextKey<"bots">;
  tone: "neutral" | "accent" | "success" | "warning";
}

const REVIEWS = {
  in_review: { label: "status_in_review", tone: "accent" },
  not_approved: { label: "status_not_approved", tone: "warning" },
  withdrawn: { label: "status_withdrawn", tone: "neutral" },
} as const satisfies Record<string, BotStatus>;

/**
 * Returns the status label (spec §3: "Status labels: Published, Draft, Only me, Anyone with a link.") and,
 * for its author, the review state.
 */
export function statusOf(
  bot: Pick<Bot, "state" | "accessibility"> & { review?: BotReview | null },
): BotStatus {
  if (bot.state === "deleted") return { label: "status_deleted", tone: "warning" };
  if (bot.state === "draft") return { label: "status_draft", tone: "neutral" };
  if (bot.review) return REVIEWS[bot.review.state];
  if (bot.accessibility === "only_me") return { label: "status_only_me", tone: "neutral" };
  if (bot.accessibility === "link") return { label: "status_link", tone: "accent" };
  return { label: "status_published", tone: "success" };
}
