import type { Message, Part } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useChat } from "../use-chat";

/** Interval of announcements; announcing every delta would interrupt each sentence. */
const BATCH_MS = 4_000;

/**
 * Announces a streaming answer to screen readers in batches of complete sentences, and its end. The text is
 * processed only for announcements.
 */
export function LiveAnnouncer({ message }: { message: Message | null }) {
  const text = useText("chat");
  const { runs } = useChat().liveRuns;
  const id = message?.id ?? "";
  const [spoken, setSpoken] = useState("");
  const running = useStore(runs, (all) => all[id] !== undefined);

  useEffect(() => {
    if (!running) return;
    let newest = runs.getState()[id];
    const stopListening = runs.subscribe((all) => {
      newest = all[id] ?? newest;
    });
    let said = 0;
    const unsaid = () => plainText(newest?.draft.parts ?? []).slice(said);
    setSpoken(text("answer_started"));
    const timer = setInterval(() => {
      const batch = wholeSentences(unsaid());
      if (batch === "") return;
      said += batch.length;
      setSpoken(batch);
    }, BATCH_MS);
    return () => {
      clearInterval(timer);
      stopListening();
      // A reader on another branch has not heard the end of this one.
      if (runs.getState()[id] === undefined) setSpoken(`${unsaid()} ${text("answer_done")}`);
    };
  }, [running, id, runs, text]);

  return (
    <div aria-live="polite" className="sr-only">
      {spoken}
    </div>
  );
}

const plainText = (parts: readonly Part[]) =>
  parts.map((part) => (part.kind === "text" ? part.text.replace(/[*_`#|>]/g, "") : "")).join("\n");

/** Returns the text up to the last end of a sentence or line. */
const wholeSentences = (text: string) => /^[\s\S]*[.!?。؟\n]/.exec(text)?.[0] ?? "";
