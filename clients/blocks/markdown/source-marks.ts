/**
 * The marks with which a merging model says where a statement comes from: `[[agree:1,2]]`, `[[only:3]]`,
 * `[[differ:1,3]]`. Numbers are those of the answers to the same message. The server's twin, which asks for them, is
 * `server/features/chat/src/ensemble_prompt.rs`.
 */
export type MarkKind = "agree" | "only" | "differ";

export interface SourceMark {
  kind: MarkKind;
  /** Numbers of answers, in the order given, each once. */
  answers: number[];
}

const MARK = /\[\[\s*(agree|only|differ)\s*:\s*(\d+(?:\s*[,|&/]\s*\d+)*)\s*\]\]/gi;
/** Start of a mark at the end of the text, which may become complete with more text. */
const UNFINISHED = /\[(?:\[\s*(?:[a-z]*\s*(?::[\d\s,|&/]*\]?)?)?)?$/i;

/** A text cut at its marks; what looks like one and is none stays text. */
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

/** A text that is still being written, without the beginning of a mark at its end: nobody should see half of one. */
export const withoutUnfinishedMark = (text: string): string => text.replace(UNFINISHED, "");

/** The text alone, as it is copied. */
export const withoutMarks = (text: string): string =>
  text.replace(new RegExp(` ?${MARK.source}`, "gi"), "").replace(UNFINISHED, "");

const OPEN = "\u{E000}";
const CLOSE = "\u{E001}";

/** The text with its marks in characters that mean nothing to Markdown, whatever is written around them. */
export const hideMarks = (text: string): string =>
  text.replace(MARK, (_, kind: string, numbers: string) => {
    const mark = markOf(kind, numbers);
    return `${OPEN}${mark.kind}:${mark.answers.join(",")}${CLOSE}`;
  });

const HIDDEN = new RegExp(`${OPEN}([a-z]+):([\\d,]+)${CLOSE}`, "g");

/** A text of Markdown's tree, cut at its hidden marks. */
export const hiddenPiecesOf = (text: string): (string | SourceMark)[] => piecesOf(showMarks(text));

/** Restores the written form of hidden marks: within code they are not marks. */
export const showMarks = (text: string): string => text.replace(HIDDEN, "[[$1:$2]]");
