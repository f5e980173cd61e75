/** Run of words that is kept, removed or added. */
export interface DiffPiece {
  kind: "same" | "gone" | "new";
  text: string;
}

/**
 * Maximum number of comparisons; larger differences are compared by paragraph or shown as a whole, because
 * they take too long.
 */
const COMPARISONS_MAX = 6_000_000;

/**
 * Returns the word-level difference between two texts. Kept and removed pieces make up `before`, kept and
 * added pieces `after`.
 */
export function wordDiff(before: string, after: string): DiffPiece[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(old, now);
  const end = commonEnd(old.slice(start), now.slice(start));
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const middle = difference(oldMiddle, newMiddle) ?? byParagraph(oldMiddle, newMiddle);
  const same = (words: readonly string[]) => words.map((word) => piece("same", word));
  return joined([...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))]);
}

const piece = (kind: DiffPiece["kind"], text: string): DiffPiece => ({ kind, text });

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** Splits text of any script into words and separators; joined they give the text again. */
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Returns the difference; null if it takes too long to compute. */
const difference = (old: readonly string[], now: readonly string[]): DiffPiece[] | null =>
  old.length * now.length > COMPARISONS_MAX ? null : shortestEdit(old, now);

/** Compares paragraph by paragraph, because rewritten texts usually keep the number of paragraphs. */
function byParagraph(old: readonly string[], now: readonly string[]): DiffPiece[] {
  const whole = (gone: readonly string[], added: readonly string[]) => [
    piece("gone", gone.join("")),
    piece("new", added.join("")),
  ];
  const [before, after] = [paragraphs(old), paragraphs(now)];
  if (before.length !== after.length) return whole(old, now);
  return before.flatMap((words, at) => {
    const others = after[at] ?? [];
    return difference(words, others) ?? whole(words, others);
  });
}

/** Groups words into paragraphs, with the line breaks after each. */
function paragraphs(words: readonly string[]): string[][] {
  const found: string[][] = [];
  let last: string[] = [];
  words.forEach((word, at) => {
    last.push(word);
    const ends = isBreak(word) && !isBreak(words[at + 1]);
    if (!ends && at < words.length - 1) return;
    found.push(last);
    last = [];
  });
  return found;
}

const isBreak = (word: string | undefined) => word !== undefined && /^[\r\n]+$/.test(word);

function commonStart(old: readonly string[], now: readonly string[]): number {
  const differs = old.findIndex((word, at) => word !== now[at]);
  return differs < 0 ? Math.min(old.length, now.length) : differs;
}

function commonEnd(old: readonly string[], now: readonly string[]): number {
  let count = 0;
  while (count < old.length && count < now.length && old.at(-1 - count) === now.at(-1 - count)) count += 1;
  return count;
}

/**
 * Computes the shortest edit from the longest common subsequence: `lengths[x][y]` is its length for the rest
 * from word x and word y on.
 */
function shortestEdit(old: readonly string[], now: readonly string[]): DiffPiece[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const lengthAt = (x: number, y: number) => lengths[x * width + y] as number;
  for (let x = old.length - 1; x >= 0; x -= 1)
    for (let y = now.length - 1; y >= 0; y -= 1)
      lengths[x * width + y] =
        old[x] === now[y] ? lengthAt(x + 1, y + 1) + 1 : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1));
  const pieces: DiffPiece[] = [];
  let [x, y] = [0, 0];
  while (x < old.length || y < now.length) {
    if (x < old.length && y < now.length && old[x] === now[y]) {
      pieces.push(piece("same", old[x] as string));
      x += 1;
      y += 1;
    } else if (y >= now.length || (x < old.length && lengthAt(x + 1, y) >= lengthAt(x, y + 1))) {
      pieces.push(piece("gone", old[x] as string));
      x += 1;
    } else {
      pieces.push(piece("new", now[y] as string));
      y += 1;
    }
  }
  return pieces;
}

/**
 * Puts removed text before its replacement, joins adjacent pieces of a kind, and absorbs a single space
 * between two changes.
 */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  let [gone, added] = ["", ""];
  const flush = () => {
    if (gone !== "") result.push(piece("gone", gone));
    if (added !== "") result.push(piece("new", added));
    [gone, added] = ["", ""];
  };
  pieces.forEach(({ kind, text }, at) => {
    const inChange = gone !== "" || added !== "";
    const goesOn = pieces[at + 1]?.kind !== "same" && pieces[at + 1] !== undefined;
    if (kind === "same" && inChange && goesOn && /^[^\S\n]+$/.test(text)) {
      gone += text;
      added += text;
    } else if (kind === "same") {
      flush();
      const last = result.at(-1);
      if (last?.kind === "same") last.text += text;
      else result.push(piece("same", text));
    } else if (kind === "gone") gone += text;
    else added += text;
  });
  flush();
  return result;
}
