import type { AnswerSeat } from "@ensemble/blocks/composer-plugs";
import { SaveAsMemo } from "@ensemble/blocks/SaveAsMemo";

/** Keeps an answer as a memo. */
export function SaveAsMemoPlug({ answer }: AnswerSeat) {
  return <SaveAsMemo small memo={() => ({ kind: "chat", body: answer })} />;
}
