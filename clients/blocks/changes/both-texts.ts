import { wordDiff } from "./word-diff";

/** Combines two texts: common parts once, and where they differ, the other's words before one's own. */
export function bothTexts(theirs: string, mine: string): string {
  return wordDiff(theirs, mine).reduce((text, { kind, text: words }, at, pieces) => {
    const isInPlace = kind === "new" && pieces[at - 1]?.kind === "gone";
    const runsOn = isInPlace && !/\s$/.test(text) && !/^\s/.test(words);
    return `${text}${runsOn ? " " : ""}${words}`;
  }, "");
}
