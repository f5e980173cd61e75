import { PLACES } from "@ensemble/blocks/places";
import type { Bot } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Flag, Info, Pencil, Pin, PinOff, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { markBotMutation } from "./bot-queries";
import { BOT_PLACES } from "./places";
import { ReportDialog } from "./reviews/ReportDialog";
import { ShareDialog } from "./ShareDialog";
import { useDeleteBot } from "./use-delete-bot";

/** Menu of actions on a bot. */
export function BotMenu({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const mark = useMutation(markBotMutation(useQueryClient()));
  const remove = useDeleteBot();
  const [dialog, setDialog] = useState<"share" | "report" | null>(null);
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label={text("actions", { name: bot.name })} icon={<Ellipsis />} />}
      >
        <MenuItem icon={<Info />} render={<AppLink to={PLACES.bot(bot.id)} />}>
          {text("details")}
        </MenuItem>
        <MenuItem
          icon={bot.pinned ? <PinOff /> : <Pin />}
          onSelect={() => mark.mutate({ id: bot.id, marks: { pinned: !bot.pinned } })}
        >
          {text(bot.pinned ? "unpin" : "pin")}
        </MenuItem>
        <MenuItem icon={<Share2 />} onSelect={() => setDialog("share")}>
          {text("share")}
        </MenuItem>
        <MenuSeparator />
        {bot.mine ? (
          <>
            <MenuItem icon={<Pencil />} render={<AppLink to={BOT_PLACES.edit(bot.id)} />}>
              {text("edit")}
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onSelect={() => remove(bot)}>
              {text("delete")}
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={<Flag />} onSelect={() => setDialog("report")}>
            {text("report")}
          </MenuItem>
        )}
      </Menu>
      {dialog === "share" ? <ShareDialog bot={bot} onClose={() => setDialog(null)} /> : null}
      {dialog === "report" ? <ReportDialog bot={bot} onClose={() => setDialog(null)} /> : null}
    </>
  );
}
