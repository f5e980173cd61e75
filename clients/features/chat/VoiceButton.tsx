import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toast";
import { Mic, MicOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listen, type VoiceTrouble } from "./speech";

/** Writes what is said where the cursor is. Only where the browser can listen. */
export function VoiceButton({ seat }: { seat: ComposerSeat }) {
  const text = useText("voice");
  const chatText = useText("chat");
  const { locale } = useLocale();
  const [state, setState] = useState<"idle" | "listening" | VoiceTrouble>("idle");
  const session = useRef<{ stop: () => void } | null>(null);
  const insert = useRef(seat.insert);
  useEffect(() => {
    insert.current = seat.insert;
  });
  useEffect(() => () => session.current?.stop(), []);

  const start = () => {
    setState("listening");
    session.current = listen(locale, {
      onWords: (words) => insert.current(`${words} `),
      onTrouble: (trouble) => {
        setState(trouble);
        showToast({
          kind: "danger",
          title: text(trouble),
          action: { label: chatText("try_again"), onPress: start },
        });
      },
      onEnd: () => setState((now) => (now === "listening" ? "idle" : now)),
    });
  };
  const listening = state === "listening";
  const troubled = state === "denied" || state === "no_mic";
  return (
    <>
      <IconButton
        label={listening ? text("stop") : troubled ? text(state) : text("start")}
        icon={troubled ? <MicOff /> : <Mic className={listening ? "animate-pulse text-danger" : undefined} />}
        aria-pressed={listening}
        onClick={() => (listening ? session.current?.stop() : start())}
      />
      <span role="status" className="sr-only">
        {listening ? text("listening") : ""}
      </span>
    </>
  );
}
