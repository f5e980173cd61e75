import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Message, Model, Problem } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { putSent } from "../chat-cache";
import { regenerateMutation } from "../chat-queries";
import { useChat } from "../use-chat";

/** Regenerates an answer with the same or another model, as a version next to the old one. */
export function useRegenerate(message: Message): {
  again: (model?: Model, withoutMemory?: boolean) => void;
  busy: boolean;
  problem: Problem | null;
} {
  const client = useQueryClient();
  const { leaves, models } = useChat();
  const { mutate, isPending, error } = useMutation(regenerateMutation());
  // An attempt without a response keeps its id, so that a retry cannot create two answers.
  const unanswered = useRef<{
    newId: string;
    model: string | undefined;
    withoutMemory: boolean;
  } | null>(null);

  const again = (model?: Model, withoutMemory = false) => {
    if (isPending) return;
    const last = unanswered.current;
    const kept = last?.model === model?.id && last?.withoutMemory === withoutMemory ? last : null;
    const attempt = kept ?? { newId: uuidV7(), model: model?.id, withoutMemory };
    unanswered.current = attempt;
    // A switch after a failure also applies to later messages.
    if (model) models.setState({ [message.conversation_id]: model.id });
    mutate(
      { messageId: message.id, ...attempt },
      {
        onSuccess: (made) => {
          unanswered.current = null;
          leaves.setState({ [made.conversation.id]: made.assistant_message.id });
          putSent(client, made);
        },
      },
    );
  };
  return { again, busy: isPending, problem: error ? toProblem(error) : null };
}
