import { languageOf, spokenText } from "@ensemble/blocks/speech/speech";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Pause, Play, Square, Volume2 } from "lucide-react";
import { useEffect, useState } from "react";

/** Reads an answer aloud in its language, without code. Only one answer at a time. */
export function ReadAloud({ markdown }: { markdown: string }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const [state, setState] = useState<"idle" | "speaking" | "paused">("idle");
  const words = spokenText(markdown);
  const speaks = state !== "idle";
  useEffect(() => (speaks ? () => speechSynthesis.cancel() : undefined), [speaks]);
  if (words === "") return null;

  const start = () => {
    speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = languageOf(words, locale);
    utterance.onend = () => setState("idle");
    utterance.onerror = () => setState("idle");
    speechSynthesis.speak(utterance);
    setState("speaking");
  };
  if (state === "idle")
    return <IconButton size="sm" label={text("read_aloud")} icon={<Volume2 />} onClick={start} />;
  const paused = state === "paused";
  return (
    <>
      <IconButton
        size="sm"
        label={text(paused ? "read_on" : "read_pause")}
        icon={paused ? <Play /> : <Pause />}
        onClick={() => {
          if (paused) speechSynthesis.resume();
          else speechSynthesis.pause();
          setState(paused ? "speaking" : "paused");
        }}
      />
      <IconButton
        size="sm"
        label={text("read_stop")}
        icon={<Square />}
        onClick={() => {
          speechSynthesis.cancel();
          setState("idle");
        }}
      />
    </>
  );
}
