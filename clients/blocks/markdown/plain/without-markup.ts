/** Marks of Markdown that a line of plain text does without. Of a group, what is named `kept` stays. */
const MARKUP: readonly RegExp[] = [
  /^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm,
  /^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm,
  /^[ \t|:-]*-{3,}[ \t|:-]*$/gm,
  /!?\[(?<kept>[^\][\n]*)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)|\[[^\][\n]*\])/g,
  /\]\([^()\s]*\)?/g,
  /\*{1,3}(?=\S)(?<kept>[^*\n]+?)\*{1,3}(?!\w)/g,
  /(?<!\w)_{1,3}(?=\S)(?<kept>[^_\n]+?)_{1,3}(?!\w)/g,
  /~~(?<kept>[^~\n]+)~~/g,
  /(?<!`)`+(?!`)(?<kept>[^`\n]+)`+/g,
  /\*\*|__(?=\S)|~~|```/g,
  /<\/?[a-z][^<>\n]*>/gi,
  /\$\$|\\[[\]()]/g,
  /(?<=\s|^)\|(?=\s|$)/gm,
];

export interface MarkedText {
  text: string;
  /** Half-open ranges of UTF-16 code units. */
  marks: [number, number][];
}

/** Returns a text without the marks of Markdown, for one line of a list, and where its marked ranges are in it. */
export function withoutMarkup(
  source: string,
  marks: readonly (readonly [number, number])[] = [],
): MarkedText {
  const isKept = new Array<boolean>(source.length).fill(true);
  for (const pattern of MARKUP) {
    for (const found of source.matchAll(pattern)) {
      const [whole] = found;
      const kept = found.groups?.kept;
      const start = kept === undefined ? found.index + whole.length : found.index + whole.indexOf(kept);
      const end = start + (kept?.length ?? 0);
      isKept.fill(false, found.index, Math.min(start, found.index + whole.length));
      isKept.fill(false, end, found.index + whole.length);
    }
  }
  let text = "";
  const places = [0];
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    // Runs of white space are one space.
    if (isKept[at] && (!/\s/.test(char) || (text !== "" && !text.endsWith(" ")))) {
      text += /\s/.test(char) ? " " : char;
    }
    places.push(text.length);
  }
  const end = text.trimEnd().length;
  return {
    text: text.slice(0, end),
    marks: marks.flatMap(([from, to]): [number, number][] => {
      const range: [number, number] = [places[from] ?? end, Math.min(places[to] ?? end, end)];
      return range[0] < range[1] ? [range] : [];
    }),
  };
}
