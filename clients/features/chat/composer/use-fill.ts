import { runCommand } from "@ensemble/blocks/commands/use-command";
import { draftPlace } from "../chat";
import { useChat } from "../use-chat";

/** Returns what fills the composer of a conversation with a text. */
export function useFill(conversationId: string): (draft: string) => void {
  const chat = useChat();
  return (draft) => {
    chat.drafts.give(draftPlace(chat.account, conversationId), draft);
    runCommand("chat.focus_composer");
  };
}
