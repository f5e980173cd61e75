import type { Text, TextKey } from "@ensemble/i18n/text";
import type { Panel } from "./settings-index";

export interface FoundSetting {
  panel: Panel;
  label: TextKey<"frame">;
}

/** Panels and single settings whose names contain every word of `words`, in the person's language. */
export function findSettings(panels: readonly Panel[], words: string, text: Text<"frame">): FoundSetting[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return panels.flatMap((panel) =>
    [panel.label, ...panel.holds]
      .filter((label) => {
        const name = `${text(label)} ${text(panel.label)}`.toLocaleLowerCase();
        return wanted.every((word) => name.includes(word));
      })
      .map((label) => ({ panel, label })),
  );
}
