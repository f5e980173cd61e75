/** Range of a text: start and end. */
export type Stretch = readonly [start: number, end: number];

/** Minimum share of a statement's words for a matching sentence (as on the server, decision 0766). */
const SHARE_MIN = 0.4;
/** Minimum number of quoted words that count as a quotation. */
const QUOTED_MIN = 3;

/**
 * Finds the passage of a page that supports a statement: its quotation, else the sentence that shares most
 * words. Null: no passage.
 */
export function passageFor(pageText: string, statement: string): Stretch | null {
  for (const [, quoted = ""] of statement.matchAll(/["“„«「](.+?)["”“»」]/gsu)) {
    const place = wordsOf(quoted).length >= QUOTED_MIN ? placeOf(pageText, quoted) : null;
    if (place) return place;
  }
  const wanted = new Set(wordsOf(statement));
  if (wanted.size === 0) return null;
  let best: Stretch | null = null;
  let most = 0;
  for (const stretch of sentencesOf(pageText)) {
    const said = new Set(wordsOf(undivided(pageText.slice(...stretch))));
    const share = [...wanted].filter((word) => said.has(word)).length / wanted.size;
    // Of two sentences with the same share, the shorter one is more specific.
    const shorter = best !== null && share === most && stretch[1] - stretch[0] < best[1] - best[0];
    if (share > most || shorter) [best, most] = [stretch, share];
  }
  return most >= SHARE_MIN ? best : null;
}

/** Removes hyphens at line ends. */
const undivided = (text: string) => text.replace(/(\p{L})[-\u2010\u00ad]\s*\n\s*(?=\p{Ll})/gu, "$1");

/** Finds words in a text, ignoring white space, hyphens and case. */
export function placeOf(text: string, words: string): Stretch | null {
  for (const place of everyPlace(text, words)) return place;
  return null;
}

/** Returns all matches in order. */
export const placesOf = (text: string, words: string): Stretch[] => [...everyPlace(text, words)];

function* everyPlace(text: string, words: string): Generator<Stretch> {
  const { bare: needle } = stripped(words);
  if (needle === "") return;
  const { bare, places } = stripped(text);
  for (let at = bare.indexOf(needle); at >= 0; at = bare.indexOf(needle, at + needle.length))
    yield [places[at] ?? 0, (places[at + needle.length - 1] ?? 0) + 1];
}

/** Returns the letters and digits of a text with their positions. */
function stripped(text: string): { bare: string; places: number[] } {
  let bare = "";
  const places: number[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const plain = letter.normalize("NFKC").toLowerCase();
    if (/[\p{L}\p{N}]/u.test(plain)) {
      bare += plain;
      for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
    }
    at += letter.length;
  }
  return { bare, places };
}

/** Splits text into words of two letters or more; for scripts without spaces, into pairs of letters. */
function wordsOf(text: string): string[] {
  const found =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu) ?? [];
  return found.flatMap((word) => {
    if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
      return word.length > 1 ? [word] : [];
    const letters = [...word];
    return letters.length < 2
      ? letters
      : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Yields the sentences of a text, across line breaks. */
function* sentencesOf(text: string): Generator<Stretch> {
  let start = 0;
  for (const { index } of text.matchAll(/[.!?](?=\s|$)|[。！？؟]|\n\s*\n/gu)) {
    if (text.slice(start, index).trim() !== "") yield [start, index + 1];
    start = index + 1;
  }
  if (text.slice(start).trim() !== "") yield [start, text.length];
}

/** Returns the statement that a citation refers to: the last sentence of the text before it. */
export function statementBefore(text: string): string {
  const trimmed = text.trim().replace(/[\s([（]+$/u, "");
  const ends = [...trimmed.matchAll(/[.!?](?=\s)|[。！？؟\n]/gu)].map(({ index }) => index + 1);
  const candidates = [0, ...ends].map((start) => trimmed.slice(start).trim());
  return candidates.findLast((sentence) => wordsOf(sentence).length > 1) ?? trimmed;
}
