import type { Bot } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeBotMutation, withdrawReviewMutation } from "../bot-queries";

/**
 * Tells the author of a public bot that others do not see its current version, with the reason and the
 * options.
 */
export function ReviewNotice({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const queryClient = useQueryClient();
  const withdraw = useMutation(withdrawReviewMutation(queryClient));
  const send = useMutation(changeBotMutation(queryClient));
  if (!bot.mine || !bot.review) return null;
  const { state, reason, seen } = bot.review;
  const others = text(seen ? "review_others_before" : "review_others_nothing");
  if (state === "in_review")
    return (
      <Notice
        title={text("status_in_review")}
        action={
          <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate(bot.id)}>
            {text("withdraw")}
          </Button>
        }
      >
        {others}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={text(state === "withdrawn" ? "status_withdrawn" : "status_not_approved")}
      action={
        <Button
          size="sm"
          busy={send.isPending}
          onClick={() => send.mutate({ id: bot.id, change: { published: true } })}
        >
          {text("send_again")}
        </Button>
      }
    >
      {reason ? <p className="plain-bidi mb-1 whitespace-pre-wrap break-words">{reason}</p> : null}
      {others}
    </Notice>
  );
}
