import { useSettings } from "@ensemble/blocks/session-queries";
import type { Message } from "@ensemble/contract/wire";
import clsx from "clsx";
import { memo } from "react";
import { Answer } from "./Answer";
import { BatchAnswers } from "./BatchAnswers";
import type { Batch } from "./message-tree";
import { Question } from "./Question";

export interface MessageRowProps {
  message: Message;
  pending: "sending" | "waiting" | null;
  /** Which of the versions this one is. */
  version: number;
  versions: readonly Message[];
  /** What several models answered at once, where this is one of their answers. */
  batch: Batch | null;
  /** The answers to the same message as merged answers number them, from 1. */
  numbered: readonly Message[];
  /** Whether it is the end of the branch. */
  last: boolean;
}

/** One turn. Memoised by hand: the list above it is drawn anew with every scroll. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { content_width: width } = useSettings();
  return (
    <div
      className={clsx(
        "mx-auto w-full px-4 py-2",
        props.batch && "max-w-[100rem] lg:px-8",
        props.batch === null && (width === "full" ? "max-w-[80rem] lg:px-8" : "max-w-[46rem]"),
      )}
    >
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
