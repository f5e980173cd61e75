import { BotFace } from "@ensemble/blocks/BotFace";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { botQuery, modelsQuery } from "@ensemble/blocks/shared-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { Bot } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageCircle, Pencil, Share2, Star } from "lucide-react";
import { useState } from "react";
import { markBotMutation } from "./bot-queries";
import { statusOf } from "./bot-status";
import { BOT_PLACES } from "./places";
import { ReviewNotice } from "./reviews/ReviewNotice";
import { ShareDialog } from "./ShareDialog";
import { useTalk } from "./use-talk";

/** Shows a bot's details: description, welcome message and prompt. */
export function BotDialog({ botId, onClose }: { botId: string; onClose: () => void }) {
  const text = useText("bots");
  const problemText = useProblemText();
  const { data: bot, error, refetch } = useQuery(botQuery(botId));
  const gone = error instanceof ProblemError && error.status === 404;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={bot?.name ?? text("bot")}
      closeLabel={text("close")}
      footer={bot && bot.state !== "deleted" ? <BotActions bot={bot} /> : null}
    >
      {gone ? <Notice tone="warning">{problemText(error)}</Notice> : null}
      {error && !gone ? <PanelProblem error={error} onRetry={() => void refetch()} /> : null}
      {!bot && !error ? <SkeletonLines label={text("loading")} /> : null}
      {bot?.state === "deleted" ? <Notice tone="warning">{text("deleted_bot")}</Notice> : null}
      {bot && bot.state !== "deleted" ? <BotFacts bot={bot} /> : null}
    </Dialog>
  );
}

function BotFacts({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const { data } = useQuery(modelsQuery);
  const status = statusOf(bot);
  const model = data?.models.find((known) => known.id === bot.model)?.name ?? bot.model;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <BotFace id={bot.id} icon={bot.icon} size="lg" />
        <div className="min-w-0 flex-1 text-muted text-sm">
          {bot.author ? <p className="plain-bidi">{text("by", { author: bot.author })}</p> : null}
          <p className="plain-bidi">{model ?? text("any_model")}</p>
        </div>
        <Badge tone={status.tone}>{text(status.label)}</Badge>
      </div>
      <ReviewNotice bot={bot} />
      <Fact title={text("description")} content={bot.description} />
      <Fact title={text("welcome")} content={bot.welcome} />
      <Fact title={text("prompt")} content={bot.prompt} />
      <Fact title={text("starters")} content={bot.starters.join("\n")} />
      <Fact title={text("files")} content={bot.files.map(({ name }) => name).join("\n")} />
    </div>
  );
}

function Fact({ title, content }: { title: string; content: string }) {
  if (content === "") return null;
  return (
    <section>
      <h3 className="font-medium text-sm">{title}</h3>
      <p className="plain-bidi mt-1 whitespace-pre-wrap break-words text-muted text-sm">{content}</p>
    </section>
  );
}

function BotActions({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const { talk, busy } = useTalk();
  const mark = useMutation(markBotMutation(useQueryClient()));
  const [sharing, setSharing] = useState(false);
  return (
    <>
      <IconButton
        label={text(bot.favorited ? "unfavorite" : "favorite")}
        aria-pressed={bot.favorited}
        icon={<Star className={bot.favorited ? "fill-current" : undefined} />}
        onClick={() => mark.mutate({ id: bot.id, marks: { favorited: !bot.favorited } })}
      />
      <IconButton label={text("share")} icon={<Share2 />} onClick={() => setSharing(true)} />
      <span className="flex-1" />
      {bot.mine ? (
        <AppLink to={BOT_PLACES.edit(bot.id)} className={buttonStyle("secondary")}>
          <Pencil className="size-4" aria-hidden="true" />
          {text("edit")}
        </AppLink>
      ) : null}
      <Button
        kind="primary"
        busy={busy}
        icon={<MessageCircle className="size-4" />}
        onClick={() => talk(bot.id)}
      >
        {text("chat")}
      </Button>
      {sharing ? <ShareDialog bot={bot} onClose={() => setSharing(false)} /> : null}
    </>
  );
}
