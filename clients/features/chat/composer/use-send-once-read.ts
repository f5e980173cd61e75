import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useEffect, useEffectEvent, useState } from "react";

type Send = (text: string, typed?: boolean) => void;

/**
 * `send`, once it is `ready`: until a conversation has been read, nobody knows what a message follows (a bot's welcome, say) or who
 * answers it. So long the words stay in their field at `place`. Who changes them takes the wish back: half a sentence never goes out.
 */
export function useSendOnceRead({
  place,
  ready,
  send,
  onWait,
}: {
  place: string;
  ready: boolean;
  send: Send;
  onWait?: () => void;
}): {
  send: Send;
  /** True if the text in the field will be sent automatically. */
  waiting: boolean;
} {
  const [draft, setDraft] = useDraftText(place);
  const [wish, setWish] = useState<{ text: string; typed?: boolean } | null>(null);
  if (wish && wish.text !== draft) setWish(null);
  const waiting = wish !== null && wish.text === draft;

  const goOut = useEffectEvent(() => {
    if (!wish) return;
    setWish(null);
    send(wish.text, wish.typed);
  });
  useEffect(() => {
    if (ready && waiting) goOut();
  }, [ready, waiting]);

  return {
    waiting,
    send: (text, typed) => {
      if (ready) return send(text, typed);
      // It may be a text that goes in the place of what was typed.
      setDraft(text);
      setWish({ text, typed });
      onWait?.();
    },
  };
}
