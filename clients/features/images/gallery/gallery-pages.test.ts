import { describe, expect, test } from "vitest";
import { testImage } from "../testing";
import { ALL_IMAGES, fitsFilter, focusAfter, GAP, gridFor, mergeFirstPage } from "./gallery-pages";

const at = (minute: number) =>
  testImage({ id: `i${minute}`, created_at: `2026-11-28T06:${String(minute).padStart(2, "0")}:00Z` });
const idsOf = (pages: readonly { items: { id: string }[] }[]) =>
  pages.map(({ items }) => items.map(({ id }) => id));

describe("a first page that is read again", () => {
  const pages = [
    { items: [at(9), at(8)], next_cursor: "a" },
    { items: [at(7), at(6)], next_cursor: "b" },
  ];

  test("puts new images above, and keeps the pages below", () => {
    const first = { items: [at(11), at(10)], next_cursor: "c" };
    expect(idsOf(mergeFirstPage(pages, first))).toEqual([
      ["i11", "i10"],
      ["i9", "i8", "i7", "i6"],
    ]);
  });

  test("takes out what was deleted, and repeats nothing", () => {
    const first = { items: [at(8), at(7)], next_cursor: "c" };
    expect(idsOf(mergeFirstPage(pages, first))).toEqual([["i8", "i7"], ["i6"]]);
  });

  test("is all there is when it has no next page", () => {
    expect(idsOf(mergeFirstPage(pages, { items: [at(8)], next_cursor: "" }))).toEqual([["i8"]]);
    expect(idsOf(mergeFirstPage(pages, { items: [], next_cursor: "" }))).toEqual([[]]);
  });
});

test.each([
  [{}, {}, true],
  [{ deleted_at: "2026-11-28T06:00:00Z" }, {}, false],
  [{ deleted_at: "2026-11-28T06:00:00Z" }, { deleted: true }, true],
  [{ board_id: "b1" }, { boardId: "b1" }, true],
  [{ board_id: "b2" }, { boardId: "b1" }, false],
  [{ starred: false }, { starred: true }, false],
])("an image with %j stays in a list of %j: %s", (image, filter, stays) => {
  expect(fitsFilter(testImage(image), { ...ALL_IMAGES, ...filter })).toBe(stays);
});

test.each([
  [320, 2],
  [640, 4],
  [1200, 7],
  [0, 2],
])("a width of %i pixels has %i columns that fill it", (width, columns) => {
  const grid = gridFor(width);
  expect(grid.columns).toBe(columns);
  if (width > 0) expect(grid.rowHeight * columns - GAP).toBeCloseTo(width, 5);
});

test.each([
  ["ArrowRight", 0, false, 1],
  ["ArrowRight", 1, true, 0],
  ["ArrowLeft", 0, false, 0],
  ["ArrowDown", 1, false, 5],
  ["ArrowDown", 8, false, 8],
  ["ArrowUp", 5, false, 1],
  ["Home", 7, false, 0],
  ["End", 2, false, 9],
  ["Enter", 2, false, null],
])("%s at %i (right to left: %s) moves to %s", (key, from, rtl, to) => {
  expect(focusAfter(key, from, 10, 4, rtl)).toBe(to);
});
