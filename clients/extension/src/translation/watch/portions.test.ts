// @vitest-isolate: what watches a page goes on after a test, and would watch that of another.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Portions } from "./portions";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns blocks of 100 pixels below each other. */
function blocks(count: number, scrolled: () => number): Element[] {
  return Array.from({ length: count }, (_, at) => {
    const block = document.createElement("p");
    block.getBoundingClientRect = () => new DOMRect(0, at * 100 - scrolled(), 100, 100);
    return block;
  });
}

test("blocks are passed on once they come near, each once, and the nearest first", async () => {
  let scrolled = 0;
  const near: (readonly Element[])[] = [];
  const portions = new Portions(document, 600, (found) => near.push(found));
  const all = blocks(200, () => scrolled);
  portions.keep(all);
  expect(portions.takeNearest()).toEqual(all.slice(0, 40));
  document.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(200);
  expect(near).toEqual([]);
  scrolled = 12_500;
  document.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(200);
  expect(near.flat()).toEqual(all.slice(80, 160));
  expect(portions.all()).toEqual([...all.slice(40, 80), ...all.slice(160)]);
  portions.stop();
  document.dispatchEvent(new Event("scroll"));
  await vi.advanceTimersByTimeAsync(200);
  expect(portions.all()).toEqual([]);
});

test("blocks that a jump leads to are passed on before they are drawn for the first time", () => {
  let scrolled = 0;
  const near: (readonly Element[])[] = [];
  const portions = new Portions(document, 600, (found) => near.push(found));
  const all = blocks(200, () => scrolled);
  portions.keep(all);
  const scrollTo = (to: number) => {
    scrolled = to;
    document.documentElement.scrollTop = to;
    document.dispatchEvent(new Event("scroll"));
  };
  scrollTo(12_500);
  expect(near.flat()).toEqual(all.slice(80, 160));
  scrollTo(12_600);
  expect(near).toHaveLength(2);
  portions.stop();
});
