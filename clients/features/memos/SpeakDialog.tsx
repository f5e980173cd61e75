import { useListening } from "@ensemble/blocks/use-listening";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/Dialog";
import { Mic, Square } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";

/** Writes down what somebody says, to be kept as a memo when they have said it. */
export function SpeakDialog({ onKeep, onClose }: { onKeep: (body: string) => void; onClose: () => void }) {
  const text = useText("memos");
  const voice = useText("voice");
  const [said, setSaid] = useState<string[]>([]);
  const { state, start, stop } = useListening({
    tryAgain: text("try_again"),
    onWords: (words) => setSaid((before) => [...before, words]),
  });
  const listening = state === "listening";
  const body = said.join(" ").trim();
  const [keeping, setKeeping] = useState(false);
  const keep = useEffectEvent(() => {
    onClose();
    onKeep(body);
  });
  // What was said last is written down only when nobody listens any more.
  useEffect(() => {
    if (keeping && !listening) keep();
  }, [keeping, listening]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={text("speak")}
      description={text("speak_hint")}
      closeLabel={text("close")}
    >
      <div className="flex flex-col gap-3">
        <p role="status" className="flex min-h-6 items-center gap-2 text-muted text-sm">
          {listening ? <Mic className="size-4 animate-pulse text-danger" aria-hidden="true" /> : null}
          {listening ? voice("listening") : null}
        </p>
        <p dir="auto" aria-live="polite" className="plain-bidi min-h-24 whitespace-pre-wrap break-words">
          {body}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={listening ? <Square className="size-4" /> : <Mic className="size-4" />}
            onClick={listening ? stop : start}
          >
            {voice(listening ? "stop" : "start")}
          </Button>
          <Button
            kind="primary"
            disabled={body === ""}
            busy={keeping}
            onClick={() => {
              stop();
              setKeeping(true);
            }}
          >
            {text("keep_now")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
