import { BotFace } from "@ensemble/blocks/BotFace";
import type { Bot } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { MessageCircle, Share2 } from "lucide-react";
import { useState } from "react";
import { ShareDialog } from "../ShareDialog";
import { useTalk } from "../use-talk";

/** Shown after publishing a bot, with the next steps. */
export function SuccessDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const text = useText("bots");
  const { talk, busy } = useTalk();
  const [sharing, setSharing] = useState(false);
  const waits = bot.review?.state === "in_review";
  if (sharing) return <ShareDialog bot={bot} onClose={() => setSharing(false)} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text(waits ? "review_sent_title" : "success_title", { name: bot.name })}
      description={text(waits ? "review_sent" : `success_${bot.accessibility}`)}
      closeLabel={text("close")}
      footer={
        <>
          <Button icon={<Share2 className="size-4" />} onClick={() => setSharing(true)}>
            {text("share")}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            icon={<MessageCircle className="size-4" />}
            onClick={() => talk(bot.id)}
          >
            {text("start_chat")}
          </Button>
        </>
      }
    >
      <div className="flex justify-center py-3">
        <BotFace id={bot.id} icon={bot.icon} size="lg" />
      </div>
    </Dialog>
  );
}
