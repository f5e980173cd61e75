import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useListening } from "@ensemble/blocks/speech/use-listening";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Mic, MicOff } from "lucide-react";

/** Inserts dictated text at the cursor. Only with speech recognition. */
export function VoiceButton({ seat }: { seat: ComposerSeat }) {
  const text = useText("voice");
  const chatText = useText("chat");
  const { state, start, stop } = useListening({
    tryAgain: chatText("try_again"),
    onWords: (words) => seat.insert(`${words} `),
  });
  const listening = state === "listening";
  const troubled = state === "denied" || state === "no_mic";
  return (
    <>
      <IconButton
        label={listening ? text("stop") : troubled ? text(state) : text("start")}
        icon={troubled ? <MicOff /> : <Mic className={listening ? "animate-pulse text-danger" : undefined} />}
        aria-pressed={listening}
        onClick={listening ? stop : start}
      />
      <span role="status" className="sr-only">
        {listening ? text("listening") : ""}
      </span>
    </>
  );
}
