/** Model or bot that can be mentioned with `@`. */
export interface Mentionable {
  kind: "model" | "bot";
  id: string;
  name: string;
  /** Model of a bot; null: the chosen one. */
  model?: string | null;
  /** True if the plan does not include it. */
  locked?: boolean;
}

/** Text after an `@` before the cursor. */
export interface MentionQuery {
  /** Position of the `@`. */
  start: number;
  words: string;
}

const LONGEST_NAME = 80;

/** Returns the mention being typed at the cursor; null: none. An `@` within a word is an address. */
export function mentionAt(text: string, cursor: number): MentionQuery | null {
  const before = text.slice(Math.max(0, cursor - LONGEST_NAME), cursor);
  const at = before.lastIndexOf("@");
  if (at < 0 || /[\p{L}\p{N}_.@/]/u.test(before[at - 1] ?? "")) return null;
  const words = before.slice(at + 1);
  if (/^\s|\n|\s{2}|@/.test(words)) return null;
  return { start: cursor - words.length - 1, words };
}

/** Returns the matches for the typed text: names that start with it, then names with a word that does. */
export function suggestionsFor(words: string, all: readonly Mentionable[], limit = 8): Mentionable[] {
  const wanted = folded(words.trim());
  const rank = ({ name, id }: Mentionable) => {
    const own = folded(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(/[\s\-_:/.]+/).some((word) => word.startsWith(wanted))) return 1;
    return wanted.length > 1 && (own.includes(wanted) || folded(id).includes(wanted)) ? 2 : 3;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((ranked) => ranked.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => one);
}

/** Returns the text with the chosen name inserted, and the new cursor position. */
export function completeMention(
  text: string,
  { start, words }: MentionQuery,
  { name }: Mentionable,
): { text: string; cursor: number } {
  const rest = text.slice(start + 1 + words.length);
  const space = /^\s/.test(rest) ? "" : " ";
  return { text: `${text.slice(0, start)}@${name}${space}${rest}`, cursor: start + name.length + 2 };
}

/**
 * Returns the mentions in a text, in order and without duplicates. Of names with the same start the longest
 * wins; unknown ones are text.
 */
export function mentionsIn(text: string, all: readonly Mentionable[]): Mentionable[] {
  const byLength = all.toSorted((a, b) => b.name.length - a.name.length);
  const found: Mentionable[] = [];
  const lower = folded(text);
  for (let at = lower.indexOf("@"); at >= 0; at = lower.indexOf("@", at + 1)) {
    if (/[\p{L}\p{N}_.@/]/u.test(lower[at - 1] ?? "")) continue;
    const named = byLength.find(({ name }) => isNameAt(lower, at + 1, folded(name)));
    if (named && !found.includes(named)) found.push(named);
  }
  return found;
}

/** Returns the text without the mentions of one. */
export function withoutMention(text: string, one: Mentionable, all: readonly Mentionable[]): string {
  for (let at = 0; ; at += 1) {
    at = folded(text).indexOf(`@${folded(one.name)}`, at);
    if (at < 0) return text;
    const isOwn =
      !/[\p{L}\p{N}_.@/]/u.test(text[at - 1] ?? "") && mentionsIn(text.slice(at), all)[0]?.id === one.id;
    const end = at + one.name.length + 1;
    if (isOwn) text = text.slice(0, at) + text.slice(end).replace(/^ /, "");
  }
}

const isNameAt = (text: string, at: number, name: string) =>
  name !== "" && text.startsWith(name, at) && !/^[\p{L}\p{N}_-]/u.test(text.slice(at + name.length));

/** Folds case while keeping lengths. */
const folded = (text: string) =>
  [...text].map((c) => (c.toLowerCase().length === c.length ? c.toLowerCase() : c)).join("");
