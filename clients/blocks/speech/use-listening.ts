import { useLocale, useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useEffect, useRef, useState } from "react";
import { listen, type VoiceTrouble } from "./speech";

export interface Listening {
  /** Spec §4: "Voice input: unsupported, no mic, denied, listening." Unsupported, there is no button. */
  state: "idle" | "listening" | VoiceTrouble;
  start: () => void;
  stop: () => void;
}

/** Speech input. `tryAgain`: label of the retry button. */
export function useListening({
  tryAgain,
  onWords,
}: {
  tryAgain: string;
  onWords: (words: string) => void;
}): Listening {
  const text = useText("voice");
  const { locale } = useLocale();
  const [state, setState] = useState<Listening["state"]>("idle");
  const session = useRef<{ stop: () => void } | null>(null);
  const unsay = useRef<(() => void) | null>(null);
  const words = useRef(onWords);
  useEffect(() => {
    words.current = onWords;
  });
  // Stops listening and drops the offer after unmounting.
  useEffect(
    () => () => {
      session.current?.stop();
      unsay.current?.();
    },
    [],
  );

  const start = () => {
    setState("listening");
    session.current = listen(locale, {
      onWords: (said) => words.current(said),
      onTrouble: (trouble) => {
        setState(trouble);
        unsay.current = showToast({
          kind: "danger",
          title: text(trouble),
          action: { label: tryAgain, onPress: start },
        });
      },
      onEnd: () => setState((now) => (now === "listening" ? "idle" : now)),
    });
  };
  return { state, start, stop: () => session.current?.stop() };
}
