import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import type { ConversationGroup, ConversationSummary } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { MenuAreaContext } from "@ensemble/ui/popups/menu-area-context";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Check, Star } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { conversationQuery } from "../chat-queries";
import { ConversationMenu } from "./ConversationMenu";
import { dragConversations } from "./drag";
import type { Line } from "./list-rows";
import { RenameField } from "./RenameField";
import { selectTo, toggleSelected, useSelection } from "./selection";

/** Conversation in the list. In selection mode a click selects it. */
export function ConversationRow({
  conversation,
  lines,
  groups,
  indented,
}: {
  conversation: ConversationSummary;
  lines: readonly Line[];
  groups: readonly ConversationGroup[];
  indented: boolean;
}) {
  const text = useText("chat");
  const { path } = useNavigation();
  const client = useQueryClient();
  const { active, ids } = useSelection();
  const [renaming, setRenaming] = useState(false);
  const { id } = conversation;
  const current = path.includes(id);
  const chosen = active && ids.has(id);
  const { area, ref } = useMenuArea();
  if (renaming) {
    return (
      <div className="flex h-full items-center px-1">
        <RenameField conversation={conversation} onDone={() => setRenaming(false)} />
      </div>
    );
  }
  const choose = (event: MouseEvent) => {
    if (!active && !event.shiftKey) return;
    event.preventDefault();
    if (event.shiftKey) selectTo(id, lines);
    else toggleSelected(id);
  };
  return (
    <div
      ref={ref}
      className={clsx(
        "group flex h-full items-center gap-1 rounded-md pe-1 transition-colors hover:bg-hover focus-within:bg-hover",
        indented && "ps-7",
        chosen ? "bg-accent-soft hover:bg-accent-soft" : current && "bg-pressed hover:bg-pressed",
      )}
    >
      <AppLink
        to={PLACES.chat(id, null, conversation.title)}
        data-line=""
        data-conversation={id}
        aria-current={current ? "page" : undefined}
        draggable
        onDragStart={(event) => dragConversations(event, chosen ? [...ids] : [id])}
        onPointerEnter={() => void client.prefetchQuery(conversationQuery(id))}
        onClick={choose}
        onDoubleClick={() => (active ? undefined : setRenaming(true))}
        className="flex h-full min-w-0 flex-1 select-none items-center gap-2 rounded-md px-2 text-sm outline-offset-[-2px]"
      >
        {active ? <ChosenMark chosen={chosen} /> : null}
        <span className={clsx("min-w-0 flex-1", conversation.unread && "font-semibold")}>
          <OneLine>{conversation.title || text("untitled")}</OneLine>
        </span>
        {conversation.favorited ? (
          <Star
            role="img"
            aria-label={text("is_favorite")}
            className="size-3 flex-none fill-current text-faint"
          />
        ) : null}
        {conversation.running ? (
          <span role="img" aria-label={text("running")} className="flex text-accent-ink">
            <Spinner className="size-3.5" />
          </span>
        ) : conversation.unread && !current ? (
          <span role="img" aria-label={text("unread")} className="size-2 flex-none rounded-full bg-accent" />
        ) : null}
      </AppLink>
      {active ? null : (
        <span className="hidden group-focus-within:block group-hover:block has-data-popup-open:block touch:block">
          <MenuAreaContext value={area}>
            <ConversationMenu
              conversation={conversation}
              groups={groups}
              selectable
              onRename={() => setRenaming(true)}
            />
          </MenuAreaContext>
        </span>
      )}
    </div>
  );
}

function ChosenMark({ chosen }: { chosen: boolean }) {
  const text = useText("chat");
  return (
    <span
      role="img"
      aria-label={text(chosen ? "selected" : "not_selected")}
      className={clsx(
        "flex size-4 flex-none items-center justify-center rounded-[5px]",
        chosen ? "bg-accent text-on-accent" : "shadow-[inset_0_0_0_1.5px_var(--edge)]",
      )}
    >
      {chosen ? <Check className="size-3" aria-hidden="true" /> : null}
    </span>
  );
}
