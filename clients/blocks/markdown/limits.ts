/**
 * Limits within which Markdown is parsed on the page's own thread. Parsers have steps that cost the square of what they are given; within
 * these limits the worst text known takes less than a long frame. What exceeds them is shown as plain text.
 */

/** Longest text of which blocks are parsed; the rest of a longer one is plain. */
export const TEXT_MAX_CHARS = 200_000;
/** Greatest number of blocks of a text that are rendered; the rest is plain. Each is a few elements, and some are ten. */
export const MAX_BLOCKS = 2_400;
/** Greatest number of items of a list, and of rows of a table, that are rendered; the rest is plain. */
export const MAX_ITEMS = 2_400;
/** Longest block that is parsed. */
export const BLOCK_MAX_CHARS = 30_000;
/** Greatest number of characters in a block that may begin or end something. */
export const BLOCK_MAX_MARKS = 1_500;
/** Greatest number of lists and quotes within each other. */
export const MAX_DEPTH = 32;
/** Longest formula that is drawn. */
export const FORMULA_MAX_CHARS = 5_000;

/** Returns true if the text of a block is within the limits. */
export const isParsable = (source: string): boolean => hasRoomFor(source) && !hasUnparsableLine(source);

/** Returns true if a line of a text exceeds the limits, so that no text with this line is parsed. */
export function hasUnparsableLine(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("\n", start) + 1 || text.length;
    if (!isParsableLine(text, start, next)) return true;
    start = next;
  }
  return false;
}

/** Returns true if the line of `text` from `start` to `end` is within the limits. */
export const isParsableLine = (text: string, start = 0, end = text.length): boolean =>
  !isDeep(text, start, end) && (end - start <= BLOCK_MAX_MARKS || hasRoomFor(text.slice(start, end)));

const MARKS = /[*_~`[\]<>\\$|@!&]/g;

function hasRoomFor(source: string): boolean {
  if (source.length > BLOCK_MAX_CHARS) return false;
  let marks = 0;
  for (const _ of source.matchAll(MARKS)) marks += 1;
  return marks <= BLOCK_MAX_MARKS;
}

/** Matches the mark of a quote or of an item, with the space before it. */
const CONTAINER = /[ \t]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))/y;

/** Returns true if a line begins with more marks of quotes and items than are parsed, or is indented as if it did. */
function isDeep(text: string, start: number, end: number): boolean {
  const pattern = new RegExp(CONTAINER);
  pattern.lastIndex = start;
  let depth = 0;
  for (let found = pattern.exec(text); found && pattern.lastIndex <= end; found = pattern.exec(text)) {
    // A list within a list is indented by two characters at least.
    depth += 1 + Math.floor((found[0].length - 1) / 2);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
