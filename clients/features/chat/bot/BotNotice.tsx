import { BotFace } from "@ensemble/blocks/BotFace";
import { PLACES } from "@ensemble/blocks/places";
import { botQuery } from "@ensemble/blocks/shared-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { MessageRowData } from "../branches/use-branch";

const BotStarters = lazy(
  retryUntilLoaded(() => import("./BotStarters").then((file) => ({ default: file.BotStarters }))),
);

interface BotNoticeProps {
  botId: string;
  conversationId: string;
  /** The shown branch. */
  rows: readonly MessageRowData[];
}

/**
 * Shows the bot of a conversation, and why it takes no more messages if so (spec §8: history is kept, new
 * messages are disabled). Where nothing was said yet, it offers the bot's starters.
 */
export function BotNotice({ botId, conversationId, rows }: BotNoticeProps) {
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
  const isEmpty = rows.every(({ message }) => message.kind === "welcome");
  return (
    <>
      {isEmpty && bot.starters.length > 0 ? (
        <Suspense fallback={null}>
          <BotStarters
            conversationId={conversationId}
            leaf={rows.at(-1)?.message ?? null}
            starters={bot.starters}
          />
        </Suspense>
      ) : null}
      <AppLink
        to={PLACES.bot(bot.id)}
        className="inline-flex min-h-6 touch:min-h-11 max-w-full items-center gap-2 self-start rounded-sm px-1 text-muted text-sm hover:text-ink"
      >
        <BotFace id={bot.id} icon={bot.icon} size="sm" />
        <span className="plain-bidi truncate">{text("talking_with", { name: bot.name })}</span>
      </AppLink>
    </>
  );
}
