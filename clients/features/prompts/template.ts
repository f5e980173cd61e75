/** Variable of a prompt. */
export type Blank =
  | { kind: "text" | "number" | "date" | "checkbox"; name: string }
  | { kind: "select"; name: string; options: string[] };

/** Matches `{{name}}`, `{{name:kind}}` and `{{name:select:one|two}}`; anything else in braces is text. */
const BLANK = /\{\{([^{}:|\n]{1,60})(?::([a-z]+)(?::([^{}\n]+))?)?\}\}/g;

function readBlank([, name = "", kind = "text", rest]: RegExpMatchArray): Blank | null {
  const named = { name: name.trim() };
  if (named.name === "") return null;
  if (kind === "select") {
    const options = (rest ?? "").split("|").map((option) => option.trim());
    const given = options.filter((option, at) => option !== "" && options.indexOf(option) === at);
    return given.length > 0 ? { ...named, kind, options: given } : null;
  }
  const plain = kind === "text" || kind === "number" || kind === "date" || kind === "checkbox";
  return plain && rest === undefined ? { ...named, kind } : null;
}

/** Returns a prompt's variables in order. A repeated name is asked for once, with its first kind. */
export function blanksOf(content: string): Blank[] {
  const blanks = new Map<string, Blank>();
  for (const match of content.matchAll(BLANK)) {
    const blank = readBlank(match);
    if (blank && !blanks.has(blank.name)) blanks.set(blank.name, blank);
  }
  return [...blanks.values()];
}

/** Fills in a prompt's variables. */
export const fillIn = (content: string, values: Readonly<Record<string, string>>): string =>
  content.replace(BLANK, (...match) => {
    const blank = readBlank(match as unknown as RegExpMatchArray);
    return blank ? (values[blank.name] ?? "") : match[0];
  });

/** Placeholder for the text that a quick action works on. */
export const TEXT_PLACE = "{{text}}";

/** Combines a quick action with its subject: at the placeholder, else at the end. */
export function actOn(prompt: string, subject: string): string {
  if (prompt.includes(TEXT_PLACE)) return prompt.replaceAll(TEXT_PLACE, () => subject);
  return subject.trim() === "" ? prompt : `${prompt}\n\n${subject}`;
}
