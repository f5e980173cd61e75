import type { AnswerSeat } from "@ensemble/blocks/composer-plugs";
import { SaveAsMemo } from "@ensemble/blocks/memos/SaveAsMemo";
import { PLACES } from "@ensemble/blocks/places";

/** Saves an answer as a memo that links back to it. */
export function SaveAsMemoPlug({ answer, conversationId, messageId }: AnswerSeat) {
  const source_path = PLACES.chat(conversationId, messageId);
  return <SaveAsMemo small memo={() => ({ kind: "chat", body: answer, source_path })} />;
}
