import { PLACES } from "@ensemble/blocks/places";
import SharePageDialog from "@ensemble/blocks/sharing/ShareDialog";
import { onServer } from "@ensemble/contract/base-path";
import type { Bot } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { changeBotMutation } from "./bot-queries";

/** Shares a bot: one's own through a revocable page, somebody else's by its address. */
export function ShareDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  if (!bot.mine) return <LinkDialog bot={bot} onClose={onClose} />;
  return <SharePageDialog kind="bot" subjectId={bot.id} lead={<WhoTalks bot={bot} />} onClose={onClose} />;
}

/** Shows who may talk to the bot; sharing its page does not change that. */
function WhoTalks({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const change = useMutation(changeBotMutation(useQueryClient()));
  const shown = change.data ?? bot;
  if (shown.state === "published" && shown.accessibility !== "only_me")
    return (
      <p className="text-muted text-sm">
        {text(shown.accessibility === "public" ? "share_public" : "share_link")}
      </p>
    );
  const open = () => change.mutate({ id: bot.id, change: { accessibility: "link", published: true } });
  return (
    <Notice
      tone="warning"
      action={
        <Button size="sm" busy={change.isPending} onClick={open}>
          {text("open_by_link")}
        </Button>
      }
    >
      {text("share_closed")}
    </Notice>
  );
}

function LinkDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const text = useText("bots");
  const { copyText } = useHost();
  const link = new URL(onServer(PLACES.bot(bot.id)), location.origin).href;
  const copy = () =>
    copyText(link).then(
      () => showToast({ title: text("link_copied"), kind: "success" }),
      () => showToast({ title: text("copy_failed"), kind: "danger" }),
    );
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={text("share_title", { name: bot.name })}
      closeLabel={text("close")}
      footer={
        <Button kind="primary" icon={<Copy className="size-4" />} onClick={() => void copy()}>
          {text("copy_link")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={text("link")}
          dir="ltr"
          readOnly
          value={link}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
        />
        <p className="text-muted text-sm">{text("share_link")}</p>
      </div>
    </Dialog>
  );
}
