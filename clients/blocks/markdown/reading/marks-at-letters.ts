import { attention } from "micromark-core-commonmark";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import type { Code, Construct, Effects, Extension, Token } from "micromark-util-types";

/** Marks of emphasis: what stands before and after them, and how many there are. */
export interface MarkRun {
  mark: string;
  count: number;
  before: string | null;
  after: string | null;
}

const SPACE = /^\s$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const OPENING = /^[\p{Ps}\p{Pi}]$/u;
const CLOSING = /^[\p{Pe}\p{Pf}]$/u;
/** Letters of languages that put no space between words, or that add particles to them. */
const SPACELESS =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;

/**
 * Returns which sides marks may stand on where the specification sees only one: `**“引用”**文` and `**Step 1:**Do` close beside
 * punctuation, `文**“引用”**` opens there. A closing bracket is never opened before, nor an opening one closed behind.
 */
export function looseSides({ mark, count, before, after }: MarkRun): { opens: boolean; closes: boolean } {
  const loose = (beside: string | null, beyond: string | null) =>
    beside !== null &&
    beyond !== null &&
    PUNCTUATION.test(beside) &&
    !SPACE.test(beyond) &&
    !PUNCTUATION.test(beyond) &&
    mark !== "_" &&
    (count > 1 || SPACELESS.test(beyond));
  return {
    opens: loose(after, before) && !CLOSING.test(after ?? ""),
    closes: loose(before, after) && !OPENING.test(before ?? ""),
  };
}

const charOf = (code: Code): string | null =>
  code === null ? null : code < 0 ? " " : String.fromCodePoint(code);

/** Lets the marks of a construct stand where `looseSides` says as well. */
function loosened(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = charOf(this.previous);
      let run: Token | undefined;
      const watched: Effects = {
        ...effects,
        exit(type) {
          run = effects.exit(type);
          return run;
        },
      };
      return construct.tokenize.call(
        this,
        watched,
        (code) => {
          if (run) {
            const mark = this.sliceSerialize(run);
            const sides = looseSides({
              mark: mark.charAt(0),
              count: mark.length,
              before,
              after: charOf(code),
            });
            run._open ||= sides.opens;
            run._close ||= sides.closes;
          }
          return ok(code);
        },
        nok,
      );
    },
  };
}

const strikethrough = [gfmStrikethrough({ singleTilde: false }).text?.[126] ?? []].flat();

/** Marks of emphasis that are read beside letters of any language, and beside punctuation. */
export const marksAtLetters: Extension = {
  text: {
    42: loosened(attention),
    95: loosened(attention),
    126: strikethrough.map(loosened),
  },
};
