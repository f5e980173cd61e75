import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import type { ConversationSummary } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/Spinner";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { ConversationMenu } from "./ConversationMenu";
import { conversationQuery } from "./chat-queries";
import { RenameField } from "./RenameField";

/** One conversation in the list. */
export function ConversationRow({ conversation }: { conversation: ConversationSummary }) {
  const text = useText("chat");
  const { path } = useNavigation();
  const client = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const current = path.includes(conversation.id);
  if (renaming) {
    return (
      <div className="flex h-full items-center px-1">
        <RenameField conversation={conversation} onDone={() => setRenaming(false)} />
      </div>
    );
  }
  return (
    <div
      className={clsx(
        "group flex h-full items-center gap-1 rounded-md pe-1 transition-colors hover:bg-hover focus-within:bg-hover",
        current && "bg-pressed hover:bg-pressed",
      )}
    >
      <AppLink
        to={PLACES.chat(conversation.id)}
        aria-current={current ? "page" : undefined}
        onPointerEnter={() => void client.prefetchQuery(conversationQuery(conversation.id))}
        onDoubleClick={() => setRenaming(true)}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm outline-offset-[-2px]"
      >
        <span className={clsx("min-w-0 flex-1", conversation.unread && "font-semibold")}>
          <OneLine>{conversation.title || text("untitled")}</OneLine>
        </span>
        {conversation.running ? (
          <span role="img" aria-label={text("running")} className="flex text-accent-ink">
            <Spinner className="size-3.5" />
          </span>
        ) : conversation.unread && !current ? (
          <span role="img" aria-label={text("unread")} className="size-2 flex-none rounded-full bg-accent" />
        ) : null}
      </AppLink>
      <span className="hidden group-focus-within:block group-hover:block has-data-popup-open:block touch:block">
        <ConversationMenu conversation={conversation} onRename={() => setRenaming(true)} />
      </span>
    </div>
  );
}
