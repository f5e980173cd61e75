import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useCallback, useRef } from "react";
import type { Selected } from "../highlights/SelectionActions";

/** Question about a selection to the chat beside it. */
export type PassageAction = "ask" | "explain" | "translate";

/**
 * Asks about a selection in the chat beside the pages: explain and translate are sent, a question is started.
 */
export function useAsking() {
  const text = useText("library");
  const { locale } = useLocale();
  const seat = useRef<ComposerSeat | null>(null);
  const setSeat = useCallback((next: ComposerSeat | null) => {
    seat.current = next;
  }, []);
  const ask = (asked: PassageAction, { text: words, page }: Selected) => {
    const quoted = text("quoted", { quote: words, number: page });
    if (asked === "ask") {
      seat.current?.setDraft(`${quoted}\n\n`);
      requestAnimationFrame(() => seat.current?.fieldRef.current?.focus());
      return;
    }
    const language = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
    seat.current?.send(`${text(`prompts.${asked}`, { language })}\n\n${quoted}`);
  };
  const send = (question: string) => seat.current?.send(question);
  return { setSeat, ask, send };
}
