import type { Text } from "@ensemble/i18n/text";
import type { Panel } from "./settings-index";

export interface FoundSetting {
  panel: Panel;
  /** Name of the setting or page in the person's language. */
  name: string;
}

/** Returns pages and settings whose localized names contain every word of `words`. */
export function findSettings(
  panels: readonly Panel[],
  words: string,
  frame: Text<"frame">,
  settings: Text<"settings">,
): FoundSetting[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return panels.flatMap((panel) => {
    const label = frame(panel.label);
    return [label, ...panel.holds.map((one) => settings(one))]
      .filter((name) => {
        const said = `${name} ${label}`.toLocaleLowerCase();
        return wanted.every((word) => said.includes(word));
      })
      .map((name) => ({ panel, name }));
  });
}
