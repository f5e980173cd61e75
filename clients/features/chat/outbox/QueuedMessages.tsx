import { OneLine } from "@ensemble/blocks/OneLine";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ArrowUp, ChevronDown, ChevronUp, Clock, CornerDownRight, Pencil, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useChat } from "../use-chat";
import { EditQueued } from "./EditQueued";
import { type PendingMessage, queueOf } from "./outbox";

/**
 * Lists the messages queued behind the running answer; they can be edited, reordered, sent at once or
 * removed.
 */
export function QueuedMessages({ conversationId }: { conversationId: string }) {
  const text = useText("chat");
  const queue = queueOf(useStore(useChat().outbox.pending), conversationId);
  if (queue.length === 0) return null;
  return (
    <ul aria-label={text("queued_next")} className="flex max-h-[30dvh] flex-col gap-1 overflow-y-auto">
      {queue.map((entry, index) => (
        <QueuedMessage key={entry.id} entry={entry} first={index === 0} last={index === queue.length - 1} />
      ))}
    </ul>
  );
}

function QueuedMessage({ entry, first, last }: { entry: PendingMessage; first: boolean; last: boolean }) {
  const text = useText("chat");
  const { outbox } = useChat();
  const [editing, setEditing] = useState(false);
  const held = entry.state === "held";
  if (editing) {
    return (
      <li className="rounded-md bg-sunken p-2">
        <EditQueued entry={entry} onDone={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-1 rounded-md bg-sunken py-1 ps-3 pe-1 text-sm">
      <div className="flex min-h-7 min-w-36 flex-1 items-center touch:min-h-9">
        {held ? (
          <Clock className="me-1 size-4 flex-none text-warning" aria-hidden="true" />
        ) : (
          <CornerDownRight className="me-1 size-4 flex-none text-faint rtl:-scale-x-100" aria-hidden="true" />
        )}
        <span className="min-w-0 flex-1">
          <OneLine>{entry.text || namesOf(entry)}</OneLine>
          {held ? <span className="block truncate text-muted text-xs">{text("queued_held")}</span> : null}
        </span>
      </div>
      {/* Beside the words, or below them where there is too little room for both. */}
      <div className="ms-auto flex flex-none items-center gap-1">
        {first && last ? null : (
          <>
            <IconButton
              size="sm"
              label={text("move_up")}
              icon={<ChevronUp />}
              disabled={first}
              onClick={() => outbox.move(entry.id, -1)}
            />
            <IconButton
              size="sm"
              label={text("move_down")}
              icon={<ChevronDown />}
              disabled={last}
              onClick={() => outbox.move(entry.id, 1)}
            />
          </>
        )}
        <IconButton
          size="sm"
          label={text(held ? "send_now" : "stop_and_send_now")}
          icon={<ArrowUp />}
          onClick={() => outbox.release(entry.id)}
        />
        <IconButton size="sm" label={text("edit")} icon={<Pencil />} onClick={() => setEditing(true)} />
        <IconButton size="sm" label={text("remove")} icon={<X />} onClick={() => outbox.take(entry.id)} />
      </div>
    </li>
  );
}

/** Returns the names of the files and references of a message without text. */
const namesOf = ({ files = [], references = [] }: PendingMessage) =>
  [...files.map(({ name }) => name), ...references.map(({ title }) => title)].join(", ");
