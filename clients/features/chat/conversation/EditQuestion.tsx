import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { useSettings } from "@ensemble/blocks/session-queries";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useEffect, useRef } from "react";
import { editPlace } from "../chat";
import { useChosenModel } from "../composer/use-chosen-model";
import { referencesOf } from "../references/references";
import { useChat } from "../use-chat";
import { filesOf } from "./message-text";

/** Edits a question and asks it again on a new branch. Typed text survives a reload. */
export function EditQuestion({ message, onDone }: { message: Message; onDone: () => void }) {
  const text = useText("chat");
  const chat = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const { send_with: sendWith } = useSettings();
  const { model } = useChosenModel(message.conversation_id);
  const [written, setWritten] = useDraftText(editPlace(chat.account, message));

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  const cancel = () => {
    setWritten("");
    onDone();
  };
  const files = filesOf(message).map(({ id: _, kind: __, ...file }) => file);
  const references = referencesOf(message);
  const send = () => {
    if (written.trim() === "") return;
    chat.refusals.setState({ [message.conversation_id]: undefined });
    chat.outbox.add({
      id: uuidV7(),
      account: chat.account,
      conversation_id: message.conversation_id,
      parent_id: message.parent_id,
      text: written,
      ...(files.length > 0 ? { files } : {}),
      ...(references.length > 0 ? { references } : {}),
      model: model?.id ?? null,
      edit: true,
      created_at: new Date().toISOString(),
      waits_for: null,
      follows: null,
    });
    cancel();
  };

  return (
    <form
      className="rounded-lg bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
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
            send();
          } else if (event.key === "Escape" && !event.nativeEvent.isComposing) {
            event.preventDefault();
            cancel();
          }
        }}
        className="block field-sizing-content max-h-[40dvh] min-h-16 w-full resize-none bg-transparent px-1 outline-none touch:text-base"
      />
      <div className="flex flex-wrap items-center justify-end gap-2 pt-2">
        <span className="me-auto ps-1 text-faint text-xs">{text("edit_hint")}</span>
        <Button size="sm" kind="ghost" onClick={cancel}>
          {text("cancel")}
        </Button>
        <Button size="sm" kind="primary" type="submit" disabled={written.trim() === ""}>
          {text("save_and_send")}
        </Button>
      </div>
    </form>
  );
}
