import { BotFace } from "@ensemble/blocks/BotFace";
import { PLACES } from "@ensemble/blocks/places";
import { botQuery } from "@ensemble/blocks/shared-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";

/**
 * Shows the bot of a conversation, and why it takes no more messages if so (spec §8: history is kept, new
 * messages are disabled).
 */
export function BotNotice({ botId }: { botId: string }) {
  const text = useText("chat");
  const { data: bot, error } = useQuery(botQuery(botId));
  const refused = error instanceof ProblemError && error.status === 404;
  if (refused || bot?.state === "deleted")
    return (
      <Notice tone="warning" title={text(refused ? "bot_no_access" : "bot_deleted")}>
        {text("bot_history_kept")}
      </Notice>
    );
  if (!bot) return null;
  return (
    <AppLink
      to={PLACES.bot(bot.id)}
      className="inline-flex min-h-6 touch:min-h-11 max-w-full items-center gap-2 self-start rounded-sm px-1 text-muted text-sm hover:text-ink"
    >
      <BotFace id={bot.id} icon={bot.icon} size="sm" />
      <span className="plain-bidi truncate">{text("talking_with", { name: bot.name })}</span>
    </AppLink>
  );
}
