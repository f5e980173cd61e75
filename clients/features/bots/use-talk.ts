import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation } from "@tanstack/react-query";
import { beginTalkMutation } from "./bot-queries";

/** Starts a conversation with a bot and opens it. */
export function useTalk(): { talk: (botId: string) => void; busy: boolean } {
  const { navigate } = useNavigation();
  const begin = useMutation(beginTalkMutation());
  const talk = (botId: string) =>
    begin.mutate(botId, { onSuccess: ({ conversation_id }) => navigate(PLACES.chat(conversation_id)) });
  return { talk, busy: begin.isPending };
}
