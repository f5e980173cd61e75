import { expect, test } from "vitest";
import { placeOfQuote } from "./place-of-quote";

const wordsIn = (path: string) => new URLSearchParams(path.slice(path.indexOf("?"))).get("q");

// The server stores the place with a memo, and rejects a path with `..`.
test("words with dots are found again, and their place leads nowhere else", () => {
  const quote = "Wait... 1.2 // and ....";
  const path = placeOfQuote("d1", 2, quote);
  expect(path).toMatch(/^\/webapp\/doc-chat\?doc_id=d1&page=2&q=/);
  expect(path).not.toMatch(/\.\.|\/\/|\s/);
  expect(wordsIn(path)).toBe(quote);
});

test("the beginning of a long passage is enough, cut between characters", () => {
  expect([...(wordsIn(placeOfQuote("d1", 1, "😀".repeat(500))) ?? "")]).toHaveLength(160);
});
