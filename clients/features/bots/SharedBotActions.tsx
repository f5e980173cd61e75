import type { SharedPageActions } from "@ensemble/blocks/area/area";
import { PLACES } from "@ensemble/blocks/places";
import { botQuery } from "@ensemble/blocks/shared-queries";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import type { SharedBot } from "./shared-bot";

/** Lets a reader talk with a shared bot, or copy it, as far as its author allows. */
export function SharedBotActions({ page, copy }: SharedPageActions) {
  const text = useText("sharing");
  const { navigate } = useNavigation();
  const bot = page.content as SharedBot;
  const found = useQuery({ ...botQuery(bot.bot_id), retry: false });
  const begin = useMutation({
    mutationFn: (id: string) =>
      api.post("/api/bots/{id}/conversations", { path: { id }, body: { id: uuidV7() } }),
    onSuccess: ({ conversation_id }) => navigate(PLACES.chat(conversation_id)),
  });
  if (found.isPending) return null;
  const canTalk = found.isSuccess && found.data.state !== "deleted";
  const canCopy = bot.recipe !== null && !found.data?.mine;
  if (!canTalk && !canCopy) return <p className="text-muted text-sm">{text("bot_closed")}</p>;
  return (
    <span className="flex items-center gap-2">
      {canCopy ? copy(text("copy_bot"), canTalk ? "secondary" : "primary") : null}
      {canTalk ? (
        <Button
          size="sm"
          kind="primary"
          icon={<MessageCircle className="size-4" />}
          busy={begin.isPending}
          onClick={() => begin.mutate(bot.bot_id)}
        >
          {text("start_chat")}
        </Button>
      ) : null}
    </span>
  );
}
