import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { useListening } from "@ensemble/blocks/speech/use-listening";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Mic, Square } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";

const NOTHING: string[] = [];

/** Dictated text, with the id for its memo. */
export interface Spoken {
  id: string;
  body: string;
}

/**
 * Transcribes speech to save as a memo. The text survives closing and reloading until the callback given to
 * `onKeep` is called.
 */
export function SpeakDialog({
  onKeep,
  onClose,
}: {
  onKeep: (spoken: Spoken, isKept: () => void) => void;
  onClose: () => void;
}) {
  const text = useText("memos");
  const voice = useText("voice");
  const [newId] = useState(uuidV7);
  const { fields, put, saved, forget } = useDraftFields("memos.speech", { id: newId, said: NOTHING }, "");
  // Several results may arrive between renders; results after discarding are ignored.
  const said = useRef<string[] | null>(fields.said);
  const { state, start, stop } = useListening({
    tryAgain: text("try_again"),
    onWords: (words) => {
      if (!said.current) return;
      said.current = [...said.current, words];
      put({ said: said.current });
    },
  });
  const listening = state === "listening";
  const body = fields.said.join(" ").trim();
  const [keeping, setKeeping] = useState(false);
  const keep = useEffectEvent(() => {
    onClose();
    onKeep({ id: fields.id, body }, () => void saved(fields, ""));
  });
  // The last result arrives only after listening has stopped.
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
          <Button
            onClick={() => {
              said.current = null;
              forget();
              onClose();
            }}
          >
            {text("cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
