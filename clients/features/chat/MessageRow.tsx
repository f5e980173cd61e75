import type { Message } from "@ensemble/contract/wire";
import { memo } from "react";
import { Answer } from "./Answer";
import { Question } from "./Question";

export interface MessageRowProps {
  message: Message;
  pending: "sending" | "waiting" | null;
  /** Which of the versions this one is. */
  version: number;
  versions: readonly Message[];
  /** Whether it is the end of the branch. */
  last: boolean;
}

/** One turn. Memoised by hand: the list above it is drawn anew with every scroll. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-3">
      {props.message.role === "user" ? <Question {...props} /> : <Answer {...props} />}
    </div>
  );
});
