import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { botQuery } from "@ensemble/blocks/shared-queries";
import type { SharedPage } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, MessageCircle } from "lucide-react";
import type { SharedBot } from "./shared-bot";
import { beginTalkMutation, copySharedMutation } from "./shared-page-queries";

/** Actions of a reader on a shared page: continue it in their own account. */
export function PageActions({ shareId, page }: { shareId: string; page: SharedPage }) {
  const text = useText("sharing");
  const { me } = useSession();
  if (!me) {
    const back = encodeURIComponent(`/s/${shareId}`);
    return (
      <AppLink to={`${PLACES.signIn}?redirectTo=${back}`} className={buttonStyle("primary", "sm")}>
        {text("sign_in_to_continue")}
      </AppLink>
    );
  }
  if (page.kind === "bot") return <BotActions shareId={shareId} bot={page.content as SharedBot} />;
  return <CopyButton shareId={shareId} kind="primary" label={text("continue_as_copy")} />;
}

/** Buttons to talk to a bot and to copy it, as far as its author allows. */
function BotActions({ shareId, bot }: { shareId: string; bot: SharedBot }) {
  const text = useText("sharing");
  const { navigate } = useNavigation();
  const found = useQuery({ ...botQuery(bot.bot_id), retry: false });
  const begin = useMutation(beginTalkMutation());
  const talk = () =>
    begin.mutate(bot.bot_id, {
      onSuccess: ({ conversation_id }) => navigate(PLACES.chat(conversation_id)),
    });
  if (found.isPending) return null;
  const canTalk = found.isSuccess && found.data.state !== "deleted";
  const canCopy = bot.recipe !== null && !found.data?.mine;
  if (!canTalk && !canCopy) return <p className="text-muted text-sm">{text("bot_closed")}</p>;
  return (
    <span className="flex items-center gap-2">
      {canCopy ? (
        <CopyButton shareId={shareId} kind={canTalk ? "secondary" : "primary"} label={text("copy_bot")} />
      ) : null}
      {canTalk ? (
        <Button
          size="sm"
          kind="primary"
          icon={<MessageCircle className="size-4" />}
          busy={begin.isPending}
          onClick={talk}
        >
          {text("start_chat")}
        </Button>
      ) : null}
    </span>
  );
}

function CopyButton({
  shareId,
  kind,
  label,
}: {
  shareId: string;
  kind: "primary" | "secondary";
  label: string;
}) {
  const { navigate } = useNavigation();
  const copy = useMutation(copySharedMutation(useQueryClient()));
  const go = () =>
    copy.mutate(shareId, {
      onSuccess: (made) =>
        navigate(made.kind === "chat" ? PLACES.chat(made.subject_id) : PLACES.bot(made.subject_id)),
    });
  return (
    <Button size="sm" kind={kind} icon={<Copy className="size-4" />} busy={copy.isPending} onClick={go}>
      {label}
    </Button>
  );
}
