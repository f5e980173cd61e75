import { PLACES } from "@ensemble/blocks/places";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Message } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { draftPlace } from "./chat";
import { queueOf } from "./outbox";
import { readReferences, referencesAt } from "./references";
import { useAnswerers } from "./use-answerers";
import { useChat, usePending } from "./use-chat";

/**
 * Sends what was written behind `leaf`, to whom it names or to the chosen models. A running answer is waited for, an unsent
 * message before it too; the message is stored before the field is emptied.
 */
export function useSend(
  conversationId: string | null,
  leaf: Message | null,
): (text: string, typed?: boolean) => void {
  const chat = useChat();
  const { navigate } = useNavigation();
  const { answerersOf, rememberFor } = useAnswerers(conversationId);
  const pending = usePending(conversationId ?? "");
  const before = queueOf(pending, conversationId ?? "").at(-1) ?? pending.at(-1);

  return (text, typed) => {
    const id = conversationId ?? uuidV7();
    const { next, started } = chat.temporary.getState();
    const temporary = conversationId === null && next;
    if (temporary) chat.temporary.setState({ next: false, started: [...started, id] });
    chat.refusals.setState({ [id]: undefined });
    chat.besides.setState({ [id]: undefined });
    const place = draftPlace(chat.account, conversationId);
    const files = chat.attachments.take(place);
    const references = readReferences(chat.drafts.read(referencesAt(place)));
    chat.outbox.add({
      id: uuidV7(),
      account: chat.account,
      conversation_id: id,
      parent_id: before ? null : (leaf?.id ?? null),
      text,
      ...(files.length > 0 ? { files } : {}),
      ...(references.length > 0 ? { references } : {}),
      ...answerersOf(text),
      ...(temporary ? { temporary } : {}),
      typed,
      created_at: new Date().toISOString(),
      waits_for: !before && leaf?.state === "running" ? leaf.run_id : null,
      follows: before?.id ?? null,
    });
    chat.drafts.write(place, "");
    chat.drafts.write(referencesAt(place), "");
    if (conversationId) return;
    rememberFor(id);
    navigate(PLACES.chat(id, null, temporary ? "temporary" : undefined));
  };
}
