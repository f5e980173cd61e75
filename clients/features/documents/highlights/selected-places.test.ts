import { describe, expect, it } from "vitest";
import { fractionOf, linesOf } from "./selected-places";

const rect = (x: number, y: number, width: number, height = 10) => ({ x, y, width, height });

describe("linesOf", () => {
  it("makes one line of words that stand side by side, in either direction", () => {
    expect(linesOf([rect(0, 0, 20), rect(24, 1, 30), rect(58, 0, 4)])).toEqual([rect(0, 0, 62, 11)]);
    expect(linesOf([rect(60, 0, 20), rect(30, 0, 26)])).toEqual([rect(30, 0, 50)]);
  });

  it("keeps lines and columns apart, and leaves out what has no size", () => {
    const apart = [rect(0, 0, 20), rect(0, 12, 20), rect(100, 12, 20)];
    expect(linesOf(apart)).toEqual(apart);
    expect(linesOf([rect(0, 0, 0), rect(0, 0, 5, 0)])).toEqual([]);
  });
});

describe("fractionOf", () => {
  it("gives parts of the page, and no more than the page", () => {
    expect(fractionOf(rect(50, 100, 100, 200), 200, 400)).toEqual([
      { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    ]);
    expect(fractionOf(rect(-20, 300, 400, 200), 200, 400)).toEqual([
      { x: 0, y: 0.75, width: 1, height: 0.25 },
    ]);
    expect(fractionOf(rect(0, 500, 10), 200, 400)).toEqual([]);
  });
});
