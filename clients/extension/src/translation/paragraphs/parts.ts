/** Cuts long paragraphs into parts that a request takes. */

/** Maximum length of a paragraph that is translated as one. */
const WHOLE_MAX_CHARS = 4_500;
/** Length of a part of a longer one. */
const PART_CHARS = 2_500;
/** Distance before the end of a part in which a good end is looked for. */
const LOOK_BACK_CHARS = 1_000;

const MARK = /<(\/?)(\d{1,3})(\/?)>/g;

/** Ends of parts, the best first: lines, sentences, phrases, words. */
const ENDS = [/\n/g, /[.!?…]["”’»)]*\s|[。！？](?!["”’」』）])/g, /[,;:]\s|[、，；：]/g, /\s/g];

/**
 * Cuts a text with placeholders at ends of lines or sentences. A placeholder that is open at an end is closed
 * there and opened again in the next part.
 */
export function partsOf(text: string): string[] {
  if (text.length <= WHOLE_MAX_CHARS) return [text];
  const parts: string[] = [];
  let open: number[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.length <= PART_CHARS ? rest.length : endIn(rest);
    const part = rest.slice(0, end);
    rest = rest.slice(end);
    const before = open;
    open = openAfter(part, open);
    const begun = before.map((number) => `<${number}>`).join("");
    const ended = [...open]
      .reverse()
      .map((number) => `</${number}>`)
      .join("");
    parts.push(`${begun}${part}${ended}`.trim());
  }
  return parts.filter((part) => part !== "");
}

/** Returns the numbers of placeholders that are in more than one part. */
export function repeatedIn(parts: readonly string[]): ReadonlySet<number> {
  const numbers = parts.flatMap((part) => [
    ...new Set([...part.matchAll(MARK)].map(([, , digits]) => Number(digits))),
  ]);
  return new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at));
}

function endIn(text: string): number {
  const head = text.slice(0, PART_CHARS);
  for (const end of ENDS) {
    const found = [...head.matchAll(end)]
      .map((match) => match.index + match[0].length)
      .filter((at) => at > PART_CHARS - LOOK_BACK_CHARS);
    const last = found.at(-1);
    if (last !== undefined) return last;
  }
  // Never within a placeholder or a letter of two units.
  const inMark = /<\/?\d{0,3}\/?$/.exec(head);
  if (inMark) return inMark.index;
  return /[\ud800-\udbff]$/.test(head) ? PART_CHARS - 1 : PART_CHARS;
}

function openAfter(part: string, before: readonly number[]): number[] {
  const open = [...before];
  for (const [, closing, digits, whole] of part.matchAll(MARK)) {
    if (whole) continue;
    if (closing) open.pop();
    else open.push(Number(digits));
  }
  return open;
}
