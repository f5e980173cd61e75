import { expect, test } from "vitest";
import { sourceIn, withSourceLinks } from "./cited-numbers";

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
