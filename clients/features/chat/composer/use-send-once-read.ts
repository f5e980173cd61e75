import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { useEffect, useEffectEvent, useState } from "react";

type Send = (text: string, typed?: boolean) => void;

/**
 * Delays `send` until it is `ready`: before a conversation is loaded, the parent of the message (such as a
 * bot's welcome) and its model are unknown. Until then the text stays in its field at `place`. Editing it
 * cancels, so half a sentence is never sent.
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
      // The text may replace what was typed.
      setDraft(text);
      setWish({ text, typed });
      onWait?.();
    },
  };
}
