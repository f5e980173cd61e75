import type { Text } from "@ensemble/i18n/text";
import { byName, containsWords, otherWords, type SearchWords } from "./search-words";
import type { Panel } from "./settings-index";

export interface FoundSetting {
  panel: Panel;
  /** Name of the setting or page in the person's language. */
  name: string;
}

/** Returns pages and settings whose localized names, or other words for them, contain every word of `words`; best first. */
export function findSettings(
  panels: readonly Panel[],
  words: string,
  frame: Text<"frame">,
  settings: Text<"settings">,
  others: SearchWords,
): FoundSetting[] {
  if (words.trim() === "") return [];
  const found = panels.flatMap((panel) => {
    const label = frame(panel.label);
    return [
      { name: label, more: otherWords(panel.label, others) },
      ...panel.holds.map((one) => ({ name: settings(one), more: `${label} ${otherWords(one, others)}` })),
    ]
      .filter(({ name, more }) => containsWords(words.trim(), name, more))
      .map(({ name }) => ({ panel, name }));
  });
  return byName(found, words, ({ name }) => name);
}
