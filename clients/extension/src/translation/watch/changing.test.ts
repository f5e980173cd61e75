// @vitest-isolate: what watches a page goes on after a test, and would watch that of another.
import { expect, test } from "vitest";
import { Changing } from "./changing";

test("a paragraph that changes once is translated at once, a ticker ever later", () => {
  const changing = new Changing();
  const [clock, other] = [document.createElement("p"), document.createElement("p")];
  const delays = Array.from({ length: 8 }, (_, at) => changing.delayAfter(clock, at * 300));
  expect(delays).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(changing.delayAfter(other, 0)).toBe(0);
  expect(changing.delayAfter(clock, 500_000)).toBe(0);
  const answer = document.createElement("p");
  expect([0, 1, 2, 3].map((at) => changing.delayAfter(answer, at, true))).toEqual([0, 2_000, 2_000, 2_000]);
});
