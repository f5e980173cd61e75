import { PLACES } from "@ensemble/blocks/places";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Message } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { draftPlace, nextPlace } from "../chat";
import { type OutboxEntry, queueOf } from "../outbox/outbox";
import { readReferences, referencesAt } from "../references/references";
import { useChat, usePending } from "../use-chat";
import { useAnswerers } from "./use-answerers";

/**
 * Sends the field's text after `leaf`, with everything attached, to the mentioned or chosen models. Waits for
 * a running answer and for earlier unsent messages; the message is stored before the field is cleared.
 */
export function useSend(
  conversationId: string | null,
  leaf: Message | null,
): (text: string, typed?: boolean) => void {
  const chat = useChat();
  const { navigate } = useNavigation();
  const { rememberFor } = useAnswerers(conversationId);
  const post = usePost(conversationId, leaf);

  return (text, typed) => {
    const place = conversationId
      ? draftPlace(chat.account, conversationId)
      : nextPlace(chat.account, chat.temporary.getState().next);
    const files = chat.attachments.take(place);
    const references = readReferences(chat.drafts.read(referencesAt(place)));
    const { conversation_id: id, temporary } = post({
      text,
      ...(files.length > 0 ? { files } : {}),
      ...(references.length > 0 ? { references } : {}),
      typed,
    });
    chat.drafts.write(place, "");
    chat.drafts.write(referencesAt(place), "");
    if (conversationId) return;
    rememberFor(id);
    navigate(PLACES.chat(id, null, temporary ? "temporary" : undefined));
  };
}

/** Sends the text of a button after `leaf`. The composer's text and attachments stay. */
export function useSay(conversationId: string, leaf: Message | null): (text: string) => void {
  const post = usePost(conversationId, leaf);
  return (text) => void post({ text });
}

/** Adds a message to the outbox as the next of its conversation. */
function usePost(conversationId: string | null, leaf: Message | null) {
  const chat = useChat();
  const { answerersOf } = useAnswerers(conversationId);
  const pending = usePending(conversationId ?? "");
  const before = queueOf(pending, conversationId ?? "").at(-1) ?? pending.at(-1);

  return (said: Pick<OutboxEntry, "text" | "files" | "references" | "typed">): OutboxEntry => {
    const id = conversationId ?? uuidV7();
    const { next, started } = chat.temporary.getState();
    const temporary = conversationId === null && next;
    if (temporary) chat.temporary.setState({ next: false, started: [...started, id] });
    chat.refusals.setState({ [id]: undefined });
    chat.besides.setState({ [id]: undefined });
    const entry: OutboxEntry = {
      id: uuidV7(),
      account: chat.account,
      conversation_id: id,
      parent_id: before ? null : (leaf?.id ?? null),
      ...said,
      ...answerersOf(said.text),
      ...(temporary ? { temporary } : {}),
      created_at: new Date().toISOString(),
      waits_for: !before && leaf?.state === "running" ? leaf.run_id : null,
      follows: before?.id ?? null,
    };
    chat.outbox.add(entry);
    return entry;
  };
}
