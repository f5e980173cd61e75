import type { QuickAction } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { actOn } from "./template";

/** Returns a function for the message of a quick action on a text. */
export function useActionText(): (action: QuickAction, subject: string) => string {
  const text = useText("prompts");
  const { locale } = useLocale();
  return (action, subject) => {
    const said = actOn(action.prompt, subject);
    if (!action.language) return said;
    const language = languageName(action.language, locale);
    return `${said}\n\n${text("answer_in", { language })}`;
  };
}

/** Returns a language's localized name. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
