import { expect, test } from "vitest";
import { passageFor, placeOf, placesOf, statementBefore } from "./find-passage";

const PAGE =
  "The rent is 900 euros a month.\nThe deposit of 1850 euros is re-\nturned within sixty days. Pets are welcome.";
const said = (statement: string) => {
  const place = passageFor(PAGE, statement);
  return place && PAGE.slice(...place).trim();
};

test("a statement is found by what it quotes", () => {
  expect(said("They write “returned within sixty days”.")).toBe("re-\nturned within sixty days");
});

test("without a quote, by most of its words", () => {
  expect(said("The rent is 900 euros.")).toBe("The rent is 900 euros a month.");
  expect(said("Pets are welcome")).toBe("Pets are welcome.");
});

test("a word that is divided at the end of a line is one of the words", () => {
  expect(said("It is returned in sixty days")).toBe(
    "The deposit of 1850 euros is re-\nturned within sixty days.",
  );
});

test("what does not stand there is not found", () => {
  expect(said("The moon is made of cheese and other things")).toBeNull();
  expect(said("")).toBeNull();
});

test("scripts without spaces are found too", () => {
  const page = "房租每月九百欧元。押金在六十天内退还。";
  const place = passageFor(page, "押金六十天内退还");
  expect(place && page.slice(...place)).toBe("押金在六十天内退还。");
});

test("words are found over ends of lines and in other letters", () => {
  const place = placeOf("oﬀ the\nshelf", "off the shelf");
  expect(place).toEqual([0, 12]);
  expect(placeOf("abc", "abd")).toBeNull();
  expect(placeOf("abc", " ")).toBeNull();
});

test("a page stands behind the sentence before it", () => {
  expect(statementBefore("First thing. The deposit comes back (")).toBe("The deposit comes back");
  expect(statementBefore("All is in one.\n")).toBe("All is in one.");
});

test("words are found wherever they stand, over ends of lines, in any case and width", () => {
  const found = (words: string) => placesOf(PAGE, words).map((place) => PAGE.slice(...place));
  expect(found("EUROS")).toEqual(["euros", "euros"]);
  expect(found("returned within")).toEqual(["re-\nturned within"]);
  expect(found("１８５０")).toEqual(["1850"]);
  expect(found("cheese")).toEqual([]);
  expect(found(" … ")).toEqual([]);
  expect(placesOf("aaaa", "aa")).toEqual([
    [0, 2],
    [2, 4],
  ]);
});
