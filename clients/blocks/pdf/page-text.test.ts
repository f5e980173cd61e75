import { expect, test } from "vitest";
import { columnOrder } from "./page-text";

const box = (left: number, right: number, top: number) => ({ left, right, top });

test("columns that are set row by row are read one after the other, below their heading", () => {
  const boxes = [
    box(50, 400, 10),
    box(50, 230, 30),
    box(300, 480, 30),
    box(50, 225, 44),
    box(300, 478, 44),
    box(50, 228, 58),
    box(300, 400, 58),
  ];
  expect(columnOrder(boxes)).toEqual([0, 1, 3, 5, 2, 4, 6]);
});

test("a page of one column has no other order", () => {
  expect(columnOrder([box(50, 500, 10), box(50, 480, 24), box(50, 490, 38), box(50, 300, 52)])).toBeNull();
  expect(columnOrder([])).toBeNull();
});
