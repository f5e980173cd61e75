import type { Bot } from "@ensemble/contract/wire";
import type { TextKey } from "@ensemble/i18n/text";

export interface BotStatus {
  label: TextKey<"bots">;
  tone: "neutral" | "accent" | "success" | "warning";
}

/** Spec §3: "Status labels: Published, Draft, Only me, Anyone with a link." */
export function statusOf(bot: Pick<Bot, "state" | "accessibility">): BotStatus {
  if (bot.state === "deleted") return { label: "status_deleted", tone: "warning" };
  if (bot.state === "draft") return { label: "status_draft", tone: "neutral" };
  if (bot.accessibility === "only_me") return { label: "status_only_me", tone: "neutral" };
  if (bot.accessibility === "link") return { label: "status_link", tone: "accent" };
  return { label: "status_published", tone: "success" };
}
