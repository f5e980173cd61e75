import { expect, test } from "vitest";
import { givenIn, sourceIn, withSourceLinks } from "./cited-numbers";

test("numbers lead to the sources that there are", () => {
  const known = new Set([1, 3]);
  expect(withSourceLinks("A [1]. B [1, 3] and [7].", known, "/r")).toBe(
    "A [[1]](</r#source-1>). B [[1]](</r#source-1>)[[3]](</r#source-3>) and [7].",
  );
  expect(withSourceLinks("`a[1]` [1](https://e.org)", known, "/r")).toBe("`a[1]` [1](https://e.org)");
});

test("a link that is no source's leads elsewhere", () => {
  expect(sourceIn("https://here.org/home/research/x#source-12")).toBe(12);
  expect(sourceIn("#source-")).toBeNull();
  expect(sourceIn("https://e.org/#source-1?x")).toBeNull();
  expect(sourceIn(null)).toBeNull();
});

test("numbers of what the person gave lead to it, and not to the web's of the same number", () => {
  expect(withSourceLinks("A [#1]. B [1][#2]. C [#1, #3].", new Set([1]), "/r", new Set([1, 3]))).toBe(
    "A [[#1]](</r#given-1>). B [[1]](</r#source-1>)[#2]. C [[#1]](</r#given-1>)[[#3]](</r#given-3>).",
  );
  expect(givenIn("https://here.org/home/chat/x/y#given-3")).toBe(3);
  expect(givenIn("https://here.org/home/chat/x/y#source-3")).toBeNull();
  expect(sourceIn("https://here.org/home/chat/x/y#given-3")).toBeNull();
});
