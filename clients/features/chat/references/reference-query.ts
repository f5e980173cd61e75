import type { AttachedThing, OwnFind } from "@ensemble/contract/wire";
import type { MentionQuery } from "../composer/mentions";

const LONGEST_WORDS = 60;
/** Maximum length of a name within a sentence; the chip shows all of it. */
const LONGEST_IN_TEXT = 60;

/**
 * Returns the text after a `#` before the cursor; null if it is something else: a heading, an address, C#.
 */
export function referenceAt(text: string, cursor: number): MentionQuery | null {
  const before = text.slice(Math.max(0, cursor - LONGEST_WORDS), cursor);
  const at = before.lastIndexOf("#");
  if (at < 0 || /[\p{L}\p{N}_.#/&?=]/u.test(before[at - 1] ?? "")) return null;
  const words = before.slice(at + 1);
  if (/^\s|\n|\s{2}|[@[!]/.test(words)) return null;
  return { start: cursor - words.length - 1, words };
}

/**
 * Returns the text without the `#`: within a line the item's name replaces it; at the start of a line it is
 * removed, because the question follows. `given`: text that the person did not type.
 */
export function completeReference(
  text: string,
  { start, words }: MentionQuery,
  { title }: Pick<AttachedThing, "title">,
): { text: string; cursor: number; given: string } {
  const before = text.slice(0, start);
  const rest = text.slice(start + 1 + words.length);
  const isWithin = /\S[^\n]*$/.test(before);
  const letters = [...title];
  const name =
    letters.length > LONGEST_IN_TEXT ? `${letters.slice(0, LONGEST_IN_TEXT).join("").trim()}…` : title;
  const given = isWithin ? name : "";
  // No space before a comma or a full stop.
  const space = isWithin && /^($|[\p{L}\p{N}])/u.test(rest) ? " " : "";
  const tail = space + (isWithin ? rest : rest.trimStart());
  return {
    text: before + given + tail,
    cursor: before.length + given.length + (isWithin && tail.startsWith(" ") ? 1 : 0),
    given,
  };
}

/** Filters the results of a shorter query by `words`, to show until the server responds. */
export function stillFound(words: string, found: readonly OwnFind[]): OwnFind[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return found.filter(({ title, text }) => {
    const said = `${title} ${text}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
