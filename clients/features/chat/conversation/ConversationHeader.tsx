import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import type { ConversationSummary } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { ArrowLeft, SquarePen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConversationMenu } from "../list/ConversationMenu";
import { RenameField } from "../list/RenameField";
import { WorkspaceMark } from "./WorkspaceMark";

/** Shows the conversation's title, and on narrow screens the navigation, unless the page around it does. */
export function ConversationHeader({
  conversation,
  actions,
}: {
  conversation: ConversationSummary | null;
  /** Further actions at the end of the header. */
  actions?: ReactNode;
}) {
  const text = useText("chat");
  const [renaming, setRenaming] = useState(false);
  return (
    <header className="flex h-12 flex-none items-center gap-1 px-2 lg:px-4 in-[[data-beside]]:ps-4">
      <AppLink
        to="/home"
        aria-label={text("conversations")}
        className="flex size-11 flex-none items-center justify-center rounded-md text-muted lg:hidden in-[[data-beside]]:hidden"
      >
        <ArrowLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
      </AppLink>
      {conversation && renaming ? (
        <RenameField conversation={conversation} onDone={() => setRenaming(false)} />
      ) : (
        <h1 className="min-w-0 font-medium text-sm">
          <OneLine>{conversation ? conversation.title || text("untitled") : ""}</OneLine>
        </h1>
      )}
      {conversation ? (
        // While renaming, a narrow screen has no room for anything else.
        <div className={renaming ? "max-lg:hidden" : undefined}>
          <ConversationMenu conversation={conversation} onRename={() => setRenaming(true)} />
        </div>
      ) : null}
      <span className={renaming ? "max-lg:hidden lg:flex-1" : "flex-1"} />
      {renaming ? null : <WorkspaceMark />}
      <div className={clsx("flex flex-none items-center gap-1", renaming && "max-lg:hidden")}>{actions}</div>
      <AppLink
        to={PLACES.newChat}
        aria-label={text("new_chat")}
        className="flex size-11 flex-none items-center justify-center rounded-md text-muted lg:hidden in-[[data-beside]]:hidden"
      >
        <SquarePen className="size-5" aria-hidden="true" />
      </AppLink>
    </header>
  );
}
