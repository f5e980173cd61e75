import { expect, test } from "vitest";
import { afterChange, isSure, shownFindings } from "./grammar-findings";

const TEXT = "She go to school.\nI would of told a very long story about the sea and its many ships.";
const finding = (wrong: string, options: string[], is_mistake = true) => {
  const start = TEXT.indexOf(wrong);
  return { start, end: start + wrong.length, options, is_mistake, reason: "r" };
};
const shown = shownFindings(TEXT, [
  finding("go", ["goes"]),
  finding("of", ["have"]),
  finding("very", [""], false),
]);

test("a finding is shown with its words and a little around it, of its own line", () => {
  expect(shown.map(({ before, wrong, after }) => `${before}|${wrong}|${after}`)).toEqual([
    "She |go| to school.",
    "I would |of| told a very long story about…",
    "I would of told a |very| long story about the sea and…",
  ]);
});

test("what stands behind a change moves with it", () => {
  const [go, of, very] = shown as [(typeof shown)[0], (typeof shown)[0], (typeof shown)[0]];
  const left = afterChange(shown, go, "goes");
  expect(left.map(({ start }) => start)).toEqual([of.start + 2, very.start + 2]);
  const text = TEXT.replace("go", "goes");
  expect(left.map(({ start, end }) => text.slice(start, end))).toEqual(["of", "very"]);
  expect(afterChange(shown, very, "").map(({ start }) => start)).toEqual([go.start, of.start]);
  expect(afterChange(shown, { ...of, start: go.start, end: of.end }, "x").map(({ id }) => id)).toEqual([2]);
});

test("all at once puts right what is surely wrong", () => {
  expect(shown.filter(isSure).map(({ wrong }) => wrong)).toEqual(["go", "of"]);
  expect(isSure({ ...(shown[0] as (typeof shown)[0]), options: [] })).toBe(false);
});
