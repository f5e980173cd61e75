import { useSettings } from "@ensemble/blocks/session-queries";
import type { ConversationSettings, Settings } from "@ensemble/contract/wire";
import { useQuery } from "@tanstack/react-query";
import { conversationQuery } from "../chat-queries";

type Reading = Pick<Settings, "content_width" | "scroll">;

/** Returns the reading settings of a conversation: its own, else the general ones. */
export function useReading(conversationId: string): Reading {
  const everywhere = useSettings();
  const { data } = useQuery({
    ...conversationQuery(conversationId),
    enabled: false,
    select: (detail) => detail.settings,
  });
  return readingOf(everywhere, data);
}

export const readingOf = (everywhere: Settings, here: ConversationSettings | undefined): Reading => ({
  content_width: here?.content_width ?? everywhere.content_width,
  scroll: here?.scroll ?? everywhere.scroll,
});
