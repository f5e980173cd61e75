import type { CitationPart } from "@ensemble/contract/wire";
import { expect, test } from "vitest";
import { isNotFound, isUnread, numbersOf, quotesOf } from "./cited-quotes";

const source = (part: Partial<CitationPart>): CitationPart => ({
  id: "s1",
  kind: "citation",
  title: "Tides",
  url: null,
  quote: null,
  conversation_id: null,
  message_id: null,
  ...part,
});

test("what a source says is quoted once, and an older answer has what it has", () => {
  const cites = [
    { statement: "a", state: "close" as const, quote: "The sea rises." },
    { statement: "b", state: "quoted" as const, quote: "The sea rises." },
    { statement: "c", state: "not_found" as const, quote: null },
  ];
  expect(quotesOf(source({ cites, quote: "x" }))).toEqual(["The sea rises."]);
  expect(quotesOf(source({ quote: "x" }))).toEqual(["x"]);
  expect(isNotFound(source({ cites }))).toBe(true);
  expect(isNotFound(source({}))).toBe(false);
});

test("sources have the numbers by which the answer names them, and others those that are left", () => {
  const web = (number: number) => source({ url: "https://e.org", web: { number, read: number !== 3 } });
  expect(numbersOf([web(1), source({}), web(3), source({})])).toEqual(["1", "2", "3", "4"]);
  expect(numbersOf([source({}), source({ web: null })])).toEqual(["1", "2"]);
  const given = source({
    given: { number: 2, of: "my_memo", thing_id: "m", path: "/home/memo/m", at_seconds: null },
  });
  expect(numbersOf([given, source({}), web(1)])).toEqual(["#2", "2", "1"]);
  expect([web(1), web(3), source({})].map(isUnread)).toEqual([false, true, false]);
});
