import { PLACES } from "@ensemble/blocks/places";
import type { Bot } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/Dialog";
import { Notice } from "@ensemble/ui/Notice";
import { TextField } from "@ensemble/ui/TextField";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { changeBotMutation } from "./bot-queries";

/** The link to a bot, and who can open it. */
export function ShareDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const text = useText("bots");
  const { copyText } = useHost();
  const change = useMutation(changeBotMutation(useQueryClient()));
  const shown = change.data ?? bot;
  const link = new URL(PLACES.bot(bot.id), location.origin).href;
  const closed = shown.state !== "published" || shown.accessibility === "only_me";
  const copy = () =>
    copyText(link).then(
      () => showToast({ title: text("link_copied"), kind: "success" }),
      () => showToast({ title: text("copy_failed"), kind: "danger" }),
    );
  const open = () => change.mutate({ id: bot.id, change: { accessibility: "link", published: true } });
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
        {closed && bot.mine ? (
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
        ) : (
          <p className="text-muted text-sm">
            {text(shown.accessibility === "public" ? "share_public" : "share_link")}
          </p>
        )}
      </div>
    </Dialog>
  );
}
