/**
 * Marks by which a merging model attributes statements: `[[agree:1,2]]`, `[[only:3]]`, `[[differ:1,3]]`. The
 * numbers are those of the answers to the same message. The server's counterpart is
 * `server/features/chat/src/ensemble/prompt.rs`.
 */
export type MarkKind = "agree" | "only" | "differ";

export interface SourceMark {
  kind: MarkKind;
  /** Numbers of answers, in order and without duplicates. */
  answers: number[];
}

const MARK = /\[\[\s*(agree|only|differ)\s*:\s*(\d+(?:\s*[,|&/]\s*\d+)*)\s*\]\]/gi;
/** Start of a mark at the end of the text, which may become complete with more text. */
const UNFINISHED = /\[(?:\[\s*(?:[a-z]*\s*(?::[\d\s,|&/]*\]?)?)?)?$/i;

/** Splits a text at its marks; invalid marks stay text. */
export function piecesOf(text: string): (string | SourceMark)[] {
  const pieces: (string | SourceMark)[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(markOf(match[1] ?? "", match[2] ?? ""));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

const markOf = (kind: string, numbers: string): SourceMark => ({
  kind: kind.toLowerCase() as MarkKind,
  answers: [...new Set(numbers.split(/\D+/).filter(Boolean).map(Number))],
});

/** Removes an incomplete mark at the end of a streaming text. */
export const withoutUnfinishedMark = (text: string): string => text.replace(UNFINISHED, "");

/** Removes the marks, for copying. */
export const withoutMarks = (text: string): string =>
  text.replace(new RegExp(` ?${MARK.source}`, "gi"), "").replace(UNFINISHED, "");

const OPEN = "\u{E000}";
const CLOSE = "\u{E001}";

/** Encodes the marks with characters that have no meaning in Markdown. */
export const hideMarks = (text: string): string =>
  text.replace(MARK, (_, kind: string, numbers: string) => {
    const mark = markOf(kind, numbers);
    return `${OPEN}${mark.kind}:${mark.answers.join(",")}${CLOSE}`;
  });

const HIDDEN = new RegExp(`${OPEN}([a-z]+):([\\d,]+)${CLOSE}`, "g");

/** Splits a text node at its hidden marks. */
export const hiddenPiecesOf = (text: string): (string | SourceMark)[] => piecesOf(showMarks(text));

/** Restores the written form of hidden marks: within code they are not marks. */
export const showMarks = (text: string): string => text.replace(HIDDEN, "[[$1:$2]]");
