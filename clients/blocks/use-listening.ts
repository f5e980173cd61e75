import { useLocale, useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toast";
import { useEffect, useRef, useState } from "react";
import { listen, type VoiceTrouble } from "./speech";

export interface Listening {
  /** Spec §4: "Voice input: unsupported, no mic, denied, listening." Unsupported, there is no button. */
  state: "idle" | "listening" | VoiceTrouble;
  start: () => void;
  stop: () => void;
}

/** Listens to what somebody says. `tryAgain`: what the button says that does that. */
export function useListening({
  tryAgain,
  onWords,
  onEnd,
}: {
  tryAgain: string;
  onWords: (words: string) => void;
  /** It listens no more, whyever. */
  onEnd?: () => void;
}): Listening {
  const text = useText("voice");
  const { locale } = useLocale();
  const [state, setState] = useState<Listening["state"]>("idle");
  const session = useRef<{ stop: () => void } | null>(null);
  const calls = useRef({ onWords, onEnd });
  useEffect(() => {
    calls.current = { onWords, onEnd };
  });
  useEffect(() => () => session.current?.stop(), []);

  const start = () => {
    setState("listening");
    session.current = listen(locale, {
      onWords: (words) => calls.current.onWords(words),
      onTrouble: (trouble) => {
        setState(trouble);
        showToast({
          kind: "danger",
          title: text(trouble),
          action: { label: tryAgain, onPress: start },
        });
      },
      onEnd: () => {
        setState((now) => (now === "listening" ? "idle" : now));
        calls.current.onEnd?.();
      },
    });
  };
  return { state, start, stop: () => session.current?.stop() };
}
