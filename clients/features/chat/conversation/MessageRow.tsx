import clsx from "clsx";
import { memo, use } from "react";
import { Answer } from "../answers/Answer";
import { BatchAnswers } from "../answers/BatchAnswers";
import { TrimMark } from "../context/TrimMark";
import { TrimmedContext } from "../context/use-context-report";
import type { MessageRowProps } from "./message-row-props";
import { Question } from "./Question";
import { useReading } from "./use-reading";

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
