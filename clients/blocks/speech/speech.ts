/** Speech recognition and speech output. Loaded on first use. */

import { recogniserClass } from "./speech-support";

/**
 * Reason why speech input is unavailable. `no_mic`: there is no microphone. `denied`: permission was denied.
 */
export type VoiceTrouble = "no_mic" | "denied" | "failed";

export interface ListenEvents {
  /** Called with words that will not change any more. */
  onWords: (words: string) => void;
  onTrouble: (trouble: VoiceTrouble) => void;
  onEnd: () => void;
}

/** Listens until `stop` is called or the browser ends the recognition. */
export function listen(language: string, events: ListenEvents): { stop: () => void } {
  const Recogniser = recogniserClass();
  if (!Recogniser) {
    events.onTrouble("failed");
    events.onEnd();
    return { stop: () => undefined };
  }
  const recogniser = new Recogniser();
  recogniser.lang = language;
  recogniser.continuous = true;
  recogniser.interimResults = false;
  recogniser.onresult = ({ resultIndex, results }) => {
    for (const result of Array.from(results).slice(resultIndex))
      if (result.isFinal) events.onWords(result[0].transcript.trim());
  };
  recogniser.onerror = ({ error }) => {
    const trouble = troubleOf(error);
    if (trouble) events.onTrouble(trouble);
  };
  recogniser.onend = events.onEnd;
  try {
    recogniser.start();
  } catch {
    events.onTrouble("failed");
    events.onEnd();
  }
  return { stop: () => recogniser.stop() };
}

function troubleOf(error: string): VoiceTrouble | null {
  switch (error) {
    case "no-speech":
    case "aborted":
      return null;
    case "audio-capture":
      return "no_mic";
    case "not-allowed":
    case "service-not-allowed":
      return "denied";
    default:
      return "failed";
  }
}

/** Returns the text to read aloud for Markdown: its words, without code, addresses and markup. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(```|~~~)[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))/gm, "\n")
    .replace(/\$\$[\s\S]*?\$\$/g, " ")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>\n]+>/g, " ")
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, "")
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/[`*_~|]+/g, " ")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim();
}

/** Detects the language of a text by its script; `fallback` if the script is ambiguous. */
export function languageOf(text: string, fallback: string): string {
  const count = (script: RegExp) => (text.match(script) ?? []).length;
  const scripts: [string, number][] = [
    ["ar", count(/\p{Script=Arabic}/gu)],
    ["he", count(/\p{Script=Hebrew}/gu)],
    ["ja", count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 3],
    ["ko", count(/\p{Script=Hangul}/gu)],
    ["zh-CN", count(/\p{Script=Han}/gu)],
    ["ru", count(/\p{Script=Cyrillic}/gu)],
    ["el", count(/\p{Script=Greek}/gu)],
    ["hi", count(/\p{Script=Devanagari}/gu)],
    ["th", count(/\p{Script=Thai}/gu)],
  ];
  const [language, most] = scripts.reduce((best, next) => (next[1] > best[1] ? next : best));
  return most * 2 > count(/\p{Script=Latin}/gu)
    ? language
    : /^(ar|he|fa|ja|ko|zh|ru|uk|el|hi|th)\b/.test(fallback)
      ? "en"
      : fallback;
}
