import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Message, Model, Problem } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { putSent } from "../chat-cache";
import { mergeMutation } from "../chat-queries";
import { useChat } from "../use-chat";

/** Merges answers to one message into one next to them. */
export function useMerge(answers: readonly Message[]): {
  start: (model: Model) => void;
  busy: boolean;
  problem: Problem | null;
} {
  const client = useQueryClient();
  const { leaves } = useChat();
  const { mutate, isPending, error } = useMutation(mergeMutation());
  // An attempt without a response keeps its id, so that a retry cannot merge twice.
  const unanswered = useRef<{ newId: string; model: string } | null>(null);

  const start = (model: Model) => {
    const questionId = answers[0]?.parent_id;
    if (isPending || !questionId) return;
    const kept = unanswered.current?.model === model.id ? unanswered.current : null;
    const attempt = kept ?? { newId: uuidV7(), model: model.id };
    unanswered.current = attempt;
    mutate(
      { questionId, answers: answers.map(({ id }) => id), ...attempt },
      {
        onSuccess: (made) => {
          unanswered.current = null;
          leaves.setState({ [made.conversation.id]: made.assistant_message.id });
          putSent(client, made);
        },
      },
    );
  };
  return { start, busy: isPending, problem: error ? toProblem(error) : null };
}
