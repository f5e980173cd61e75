import type { Definition } from "./operations";

/** Returns a definition with its texts in the reader's language, where it has them. */
export function inLanguage(definition: Definition, locale: string): Definition {
  const matches = (tag: string) => tag.toLowerCase() === locale.toLowerCase();
  const base = (tag: string) => tag.split("-")[0]?.toLowerCase();
  if (matches(definition.language)) return definition;
  const translation =
    definition.translations.find(({ language }) => matches(language)) ??
    (base(definition.language) === base(locale)
      ? undefined
      : definition.translations.find(({ language }) => base(language) === base(locale)));
  if (!translation) return definition;
  return { ...definition, name: translation.name, description: translation.description };
}

/** Returns the label of a parameter, and those of its options, in the reader's language. */
export function parameterTexts(
  definition: Definition,
  at: number,
  locale: string,
): { label: string; options: readonly string[] } {
  const parameter = definition.parameters[at];
  const own = { label: parameter?.label ?? "", options: parameter?.options ?? [] };
  const base = (tag: string) => tag.split("-")[0]?.toLowerCase();
  if (base(definition.language) === base(locale)) return own;
  const found = definition.translations.find(({ language }) => base(language) === base(locale));
  return found?.parameters[at] ?? own;
}
