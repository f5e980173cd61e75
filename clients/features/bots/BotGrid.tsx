import { BotFace } from "@ensemble/blocks/BotFace";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import type { Bot } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { shortNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { MenuAreaContext } from "@ensemble/ui/popups/menu-area-context";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MessageCircle, Pin, Star, Users } from "lucide-react";
import { BotMenu } from "./BotMenu";
import { markBotMutation } from "./bot-queries";
import { statusOf } from "./bot-status";
import { useTalk } from "./use-talk";

/** Grid of bot cards. */
export function BotGrid({ bots }: { bots: readonly Bot[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {bots.map((bot) => (
        <BotCard key={bot.id} bot={bot} />
      ))}
    </ul>
  );
}

function BotCard({ bot }: { bot: Bot }) {
  const text = useText("bots");
  const { locale } = useLocale();
  const { talk, busy } = useTalk();
  const mark = useMutation(markBotMutation(useQueryClient()));
  const status = statusOf(bot);
  const { area, ref } = useMenuArea();
  return (
    <li
      ref={ref}
      className="relative flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)] transition-shadow focus-within:shadow-[inset_0_0_0_1px_var(--edge)] hover:shadow-[inset_0_0_0_1px_var(--edge)]"
    >
      <div className="flex min-h-12 items-center gap-3">
        <BotFace id={bot.id} icon={bot.icon} size="lg" />
        <div className="min-w-0 flex-1">
          <AppLink
            to={PLACES.bot(bot.id)}
            className="block font-medium after:absolute after:inset-0 after:content-['']"
          >
            <OneLine>{bot.name}</OneLine>
          </AppLink>
          <div className="mt-1 flex flex-wrap items-center gap-2 text-muted text-xs empty:hidden">
            {bot.mine ? <Badge tone={status.tone}>{text(status.label)}</Badge> : null}
            {bot.pinned ? <Pin className="size-3.5" aria-label={text("pinned")} /> : null}
            {bot.people > 0 ? (
              <span className="inline-flex items-center gap-1">
                <Users className="size-3.5" aria-hidden="true" />
                <span className="sr-only">{text("people")} </span>
                {shortNumber(bot.people, locale)}
              </span>
            ) : null}
          </div>
        </div>
        <div className="relative -me-1.5 -mt-1 self-start">
          <MenuAreaContext value={area}>
            <BotMenu bot={bot} />
          </MenuAreaContext>
        </div>
      </div>
      <p className="plain-bidi line-clamp-3 flex-1 break-words text-muted text-sm">{bot.description}</p>
      <div className="relative -mx-1.5 -mb-1.5 flex items-center gap-0.5">
        <button
          type="button"
          disabled={busy}
          className="inline-flex h-8 items-center gap-2 rounded-md px-2 font-medium text-accent-ink text-sm hover:bg-hover touch:h-11"
          onClick={() => talk(bot.id)}
        >
          <MessageCircle className="size-4" aria-hidden="true" />
          {text("chat")}
        </button>
        <span className="flex-1" />
        <IconButton
          size="sm"
          label={text(bot.favorited ? "unfavorite" : "favorite")}
          aria-pressed={bot.favorited}
          icon={<Star className={bot.favorited ? "fill-current" : undefined} />}
          onClick={() => mark.mutate({ id: bot.id, marks: { favorited: !bot.favorited } })}
        />
      </div>
    </li>
  );
}
