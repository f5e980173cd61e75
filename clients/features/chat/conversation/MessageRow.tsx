import type { Message } from "@ensemble/contract/wire";
import clsx from "clsx";
import { memo, use } from "react";
import { Answer } from "../answers/Answer";
import { BatchAnswers } from "../answers/BatchAnswers";
import type { Batch } from "../branches/message-tree";
import { TrimMark } from "../context/TrimMark";
import { TrimmedContext } from "../context/use-context-report";
import { Question } from "./Question";
import { useReading } from "./use-reading";

export interface MessageRowProps {
  message: Message;
  pending: "sending" | "waiting" | null;
  /** Number of this version. */
  version: number;
  versions: readonly Message[];
  /** Answers of several models at once, if this is one of them. */
  batch: Batch | null;
  /** Answers to the same message as numbered in merged answers, from 1. */
  numbered: readonly Message[];
  /** True if it ends the branch. */
  last: boolean;
}

/** Renders a turn. Memoized by hand, because the list renders on every scroll. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { content_width: width } = useReading(props.message.conversation_id);
  const trimmed = use(TrimmedContext);
  return (
    <div
      className={clsx(
        "mx-auto w-full px-4 py-2",
        props.batch && "max-w-[100rem] lg:px-8",
        props.batch === null && (width === "full" ? "max-w-[80rem] lg:px-8" : "max-w-[46rem]"),
      )}
    >
      {trimmed?.first_message_id === props.message.id ? (
        <TrimMark report={trimmed} conversationId={props.message.conversation_id} />
      ) : null}
      {props.message.role === "user" ? (
        <Question {...props} />
      ) : props.batch ? (
        <BatchAnswers {...props} batch={props.batch} />
      ) : (
        <Answer {...props} />
      )}
    </div>
  );
});
