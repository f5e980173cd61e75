import type { AnswerSeat } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { SaveAsMemo } from "@ensemble/blocks/SaveAsMemo";
import { useNavigation } from "@ensemble/host/navigation";

/** Keeps an answer as a memo, which leads back to it. */
export function SaveAsMemoPlug({ answer, messageId }: AnswerSeat) {
  const { path } = useNavigation();
  const [conversationId] = /[0-9a-f-]{36}$/.exec(path.replace(/[?#].*/, "")) ?? [];
  const source_path = conversationId ? PLACES.chat(conversationId, messageId) : null;
  return <SaveAsMemo small memo={() => ({ kind: "chat", body: answer, source_path })} />;
}
