import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { useSettings } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useEffect, useRef, useState } from "react";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";
import type { PendingMessage } from "./outbox";

/** Edits a queued message in place. If it is sent meanwhile, the typed text moves to the composer. */
export function EditQueued({ entry, onDone }: { entry: PendingMessage; onDone: () => void }) {
  const text = useText("chat");
  const { outbox, drafts, account } = useChat();
  const { send_with: sendWith } = useSettings();
  const field = useRef<HTMLTextAreaElement>(null);
  const [written, setWritten] = useState(entry.text);
  useEffect(() => field.current?.focus(), []);

  const save = () => {
    if (written.trim() === "") return;
    if (!outbox.edit(entry.id, written)) drafts.giveBack(draftPlace(account, entry.conversation_id), written);
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        aria-label={text("edit_message")}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => {
          if (isSubmitKey(event.nativeEvent, sendWith)) {
            event.preventDefault();
            save();
          } else if (event.key === "Escape" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            event.stopPropagation();
            onDone();
          }
        }}
        className="block field-sizing-content max-h-[24dvh] min-h-12 w-full resize-none bg-transparent px-1 text-sm outline-none touch:text-base"
      />
      <div className="flex justify-end gap-2 pt-1">
        <Button size="sm" kind="ghost" onClick={onDone}>
          {text("cancel")}
        </Button>
        <Button size="sm" kind="primary" type="submit" disabled={written.trim() === ""}>
          {text("save")}
        </Button>
      </div>
    </form>
  );
}
