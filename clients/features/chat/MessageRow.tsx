import { useSettings } from "@ensemble/blocks/session-queries";
import type { Message } from "@ensemble/contract/wire";
import clsx from "clsx";
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
  const { content_width: width } = useSettings();
  return (
    <div
      className={clsx(
        "mx-auto w-full px-4 py-2",
        width === "full" ? "max-w-[80rem] lg:px-8" : "max-w-[46rem]",
      )}
    >
      {props.message.role === "user" ? <Question {...props} /> : <Answer {...props} />}
    </div>
  );
});
