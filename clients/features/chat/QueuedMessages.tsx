import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ArrowUp, Clock, CornerDownRight, Pencil, X } from "lucide-react";
import { draftPlace } from "./chat";
import type { PendingMessage } from "./outbox";
import { useChat, usePending } from "./use-chat";

/** What will be sent when the running answer is complete; it can be changed or taken back until then. */
export function QueuedMessages({ conversationId }: { conversationId: string }) {
  const text = useText("chat");
  const queued = usePending(conversationId).filter(
    ({ state, follows }) => state === "queued" || state === "held" || follows !== null,
  );
  if (queued.length === 0) return null;
  return (
    <ul aria-label={text("queued_next")} className="flex flex-col gap-1">
      {queued.map((entry) => (
        <QueuedMessage key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function QueuedMessage({ entry }: { entry: PendingMessage }) {
  const text = useText("chat");
  const { outbox, drafts, account } = useChat();
  const held = entry.state === "held";
  const edit = () => {
    const taken = outbox.take(entry.id);
    if (taken !== null) drafts.giveBack(draftPlace(account, entry.conversation_id), taken);
  };
  return (
    <li className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1 text-sm">
      {held ? (
        <Clock className="size-4 text-warning" aria-hidden="true" />
      ) : (
        <CornerDownRight className="size-4 text-faint rtl:-scale-x-100" aria-hidden="true" />
      )}
      <span className="min-w-0 flex-1">
        <OneLine>{entry.text}</OneLine>
        {held ? <span className="block truncate text-muted text-xs">{text("queued_held")}</span> : null}
      </span>
      {held ? (
        <IconButton
          size="sm"
          label={text("send_now")}
          icon={<ArrowUp />}
          onClick={() => outbox.release(entry.id)}
        />
      ) : null}
      <IconButton size="sm" label={text("edit")} icon={<Pencil />} onClick={edit} />
      <IconButton size="sm" label={text("remove")} icon={<X />} onClick={() => outbox.take(entry.id)} />
    </li>
  );
}
