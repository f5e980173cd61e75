import { expect, test } from "vitest";
import { partsOf, repeatedIn } from "./parts";

const SENTENCE = "The keeper writes down the weather every evening before he goes to bed. ";

test("a paragraph that a request takes is one part", () => {
  expect(partsOf(SENTENCE)).toEqual([SENTENCE]);
});

test("a longer one is cut at its sentences, and nothing is lost", () => {
  const parts = partsOf(SENTENCE.repeat(100));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(2_600);
    expect(part).toMatch(/bed\.$/);
  }
  expect(parts.join(" ")).toBe(SENTENCE.repeat(100).trim());
});

test("a mark that is open at an end is closed there and opened again", () => {
  const parts = partsOf(`Before <1>${SENTENCE.repeat(100)}</1> behind <2/>.`);
  for (const part of parts) expect(part.match(/<1>/g)?.length).toBe(part.match(/<\/1>/g)?.length);
  expect([...repeatedIn(parts)]).toEqual([1]);
});

test("words without any end are cut nevertheless, never within a mark", () => {
  const parts = partsOf(`${"灯".repeat(2_498)}<1>${"塔".repeat(4_000)}</1>`);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join("").replace(/<\/?1>/g, "")).toBe("灯".repeat(2_498) + "塔".repeat(4_000));
});
