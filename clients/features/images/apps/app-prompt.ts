import type { ImageModel } from "@ensemble/contract/wire";
import type { Text } from "@ensemble/i18n/text";
import { CHOICES, type QuickApp } from "./app-table";

/** What a person filled into the form of a quick app. */
export interface AppValues {
  texts: Readonly<Record<string, string>>;
  choice: string;
}

export const initialAppValues = ({ choice }: QuickApp): AppValues => ({
  texts: {},
  choice: choice ? CHOICES[choice][0] : "",
});

/** Returns the prompt of a quick app: what it makes, and what was said of it besides. */
export function appPrompt(app: QuickApp, { texts, choice }: AppValues, text: Text<"image_apps">): string {
  const subject = texts[app.subject]?.trim() ?? "";
  // Where a picture is the subject, the words say more about it.
  const said = app.needsReference && subject ? [subject] : [];
  const details = app.details.flatMap((name) => {
    const value = texts[name]?.trim();
    return value ? [text(`app_detail.${name}`, { value })] : [];
  });
  const chosen = app.choice ? [text(`app_words.${app.choice}.${choice}` as "app_words.light.studio")] : [];
  return [text(`app_prompt.${app.name}`, { subject }), ...said, ...details, ...chosen].join(
    text("prompt_separator"),
  );
}

/** Reason why a model cannot do what an app asks for. */
export type AppHindrance = "takes_no_references" | "makes_nothing_new";

/** Returns the reason why a model cannot do it; null: it can. */
export function appHindrance(
  app: QuickApp,
  { abilities }: Pick<ImageModel, "abilities">,
  referenceCount: number,
): AppHindrance | null {
  if (app.needsReference && abilities.references_max === 0) return "takes_no_references";
  if (!app.needsReference && !abilities.creates && referenceCount === 0) return "makes_nothing_new";
  return null;
}
