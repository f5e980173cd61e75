import { TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/chat";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { ConversationSummary } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { changeConversationMutation } from "../chat-queries";
import { refetchLists } from "./list-cache";

/** Renames in place: Enter or blur saves, Escape cancels. */
export function RenameField({
  conversation,
  onDone,
}: {
  conversation: ConversationSummary;
  onDone: () => void;
}) {
  const text = useText("chat");
  const problemText = useProblemText();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState(conversation.title);
  const rename = useMutation({
    ...changeConversationMutation(client, conversation.id),
    meta: { ownError: true },
  });
  useEffect(() => field.current?.select(), []);

  const keep = () => {
    onDone();
    const wanted = title.trim();
    if (wanted === "" || wanted === conversation.title) return;
    rename.mutate(
      { change: { title: wanted }, version: conversation.version },
      {
        onError: (error) => {
          const elsewhere = error instanceof ProblemError && error.code === "chat.changed_elsewhere";
          showToast({
            title: elsewhere ? text("title_changed_elsewhere") : (problemText(error) ?? ""),
            kind: "danger",
          });
          refetchLists(client);
        },
      },
    );
  };

  return (
    <input
      ref={field}
      dir="auto"
      aria-label={text("title")}
      maxLength={TITLE_MAX_CHARS}
      value={title}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") keep();
        if (event.key === "Escape") onDone();
      }}
      className="h-8 touch:h-11 touch:text-base min-w-0 flex-1 rounded-sm bg-raised px-2 text-sm shadow-[inset_0_0_0_1px_var(--edge)] outline-none"
    />
  );
}
