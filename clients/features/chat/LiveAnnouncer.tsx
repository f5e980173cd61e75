import type { Message, Part } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useEffect, useRef, useState } from "react";
import { useLiveRun } from "./use-chat";

/** A reader is told of new text this often; every delta would never let it finish a sentence. */
const BATCH_MS = 4_000;

/** Reads a running answer aloud to screen readers in batches of whole sentences, and how it ended. */
export function LiveAnnouncer({ message }: { message: Message | null }) {
  const text = useText("chat");
  const live = useLiveRun(message?.id ?? "");
  const [spoken, setSpoken] = useState("");
  const newest = useRef("");
  const done = useRef(0);
  const running = live !== undefined;

  useEffect(() => {
    newest.current = live ? plainText(live.draft.parts) : newest.current;
  });
  useEffect(() => {
    if (!running) return;
    done.current = 0;
    setSpoken(text("answer_started"));
    const timer = setInterval(() => {
      const batch = wholeSentences(newest.current.slice(done.current));
      if (batch === "") return;
      done.current += batch.length;
      setSpoken(batch);
    }, BATCH_MS);
    return () => {
      clearInterval(timer);
      setSpoken(`${newest.current.slice(done.current)} ${text("answer_done")}`);
    };
  }, [running, text]);

  return (
    <div aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

const plainText = (parts: readonly Part[]) =>
  parts.map((part) => (part.kind === "text" ? part.text.replace(/[*_`#|>]/g, "") : "")).join("\n");

/** Up to the last end of a sentence or line, so that no word is cut. */
const wholeSentences = (text: string) => /^[\s\S]*[.!?。؟\n]/.exec(text)?.[0] ?? "";
