import { describe, expect, test } from "vitest";
import { type FloodFill, floodFill } from "./flood-fill";
import { areaOf, bitsOfMask, boundsOfMask } from "./mask";
import { polygonMask, rectangleMask, strokeMask } from "./outlines";

const size = { width: 6, height: 4 };

describe("outlines", () => {
  test("a rectangle selects the pixels whose centers it has, within the picture", () => {
    const mask = rectangleMask({ x: 1.4, y: 1, width: 20, height: 2 }, size);
    expect(boundsOfMask(mask)).toEqual({ x: 1, y: 1, width: 5, height: 2 });
    expect(areaOf(mask)).toBe(10);
  });

  test("a lasso selects half of a square along its diagonal", () => {
    const square = { width: 100, height: 100 };
    const mask = polygonMask(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
        { x: 0, y: 100 },
      ],
      square,
    );
    expect(areaOf(mask)).toBeGreaterThan(4_900);
    expect(areaOf(mask)).toBeLessThan(5_100);
  });

  test("an outline of one or two points selects nothing", () => {
    expect(areaOf(polygonMask([{ x: 2, y: 2 }], size))).toBe(0);
    expect(
      areaOf(
        polygonMask(
          [
            { x: 0, y: 0 },
            { x: 6, y: 4 },
          ],
          size,
        ),
      ),
    ).toBe(0);
  });

  test("a brush selects a round spot, and all between two points", () => {
    const large = { width: 100, height: 40 };
    const spot = areaOf(strokeMask([{ x: 20, y: 20 }], 20, large));
    expect(Math.abs(spot - Math.PI * 100)).toBeLessThan(10);
    const line = strokeMask(
      [
        { x: 20, y: 20 },
        { x: 80, y: 20 },
      ],
      20,
      large,
    );
    expect(boundsOfMask(line)).toEqual({ x: 10, y: 10, width: 80, height: 20 });
  });
});

/** Paints pixels from a drawing: `.` is white, `o` light gray, `#` black, a space clear. */
function filled(lines: string[], change: Partial<FloodFill>) {
  const colors: Record<string, number[]> = {
    ".": [255, 255, 255, 255],
    o: [235, 235, 235, 255],
    "#": [0, 0, 0, 255],
    " ": [0, 0, 0, 0],
  };
  const pixels = Uint8ClampedArray.from([...lines.join("")].flatMap((one) => colors[one] ?? []));
  const whole = { width: lines[0]?.length ?? 0, height: lines.length };
  const mask = floodFill({
    pixels,
    size: whole,
    start: { x: 0, y: 0 },
    tolerance: 0,
    contiguous: true,
    ...change,
  });
  const bits = bitsOfMask(mask);
  return lines.map((line, y) => [...line].map((_, x) => (bits[y * whole.width + x] ? "x" : "-")).join(""));
}

describe("selecting by color", () => {
  test("fills around corners, and not across an edge", () => {
    expect(filled(["..#.", ".##.", "...."], {})).toEqual(["xx-x", "x--x", "xxxx"]);
    expect(filled(["..#.", "..#.", "..#."], {})).toEqual(["xx--", "xx--", "xx--"]);
  });

  test("finds the same color everywhere if it need not touch", () => {
    expect(filled(["..#.", "..#."], { contiguous: false })).toEqual(["xx-x", "xx-x"]);
  });

  test("takes colors within the tolerance", () => {
    expect(filled([".oo#"], { tolerance: 19 })).toEqual(["x---"]);
    expect(filled([".oo#"], { tolerance: 20 })).toEqual(["xxx-"]);
    expect(filled([".oo#"], { tolerance: 255 })).toEqual(["xxxx"]);
  });

  test("tells clear pixels from white ones", () => {
    expect(filled([". ."], { tolerance: 30 })).toEqual(["x--"]);
    expect(filled(["  ."], { tolerance: 30 })).toEqual(["xx-"]);
  });

  test("selects nothing from outside", () => {
    expect(filled(["..", ".."], { start: { x: 9, y: 0 } })).toEqual(["--", "--"]);
    expect(filled(["..", ".."], { start: { x: -0.5, y: 0 } })).toEqual(["--", "--"]);
  });

  test("fills a picture of 2048 by 2048 pixels", () => {
    const large = { width: 2048, height: 2048 };
    const pixels = new Uint8ClampedArray(2048 * 2048 * 4).fill(255);
    expect(
      areaOf(floodFill({ pixels, size: large, start: { x: 9, y: 9 }, tolerance: 10, contiguous: true })),
    ).toBe(2048 * 2048);
  });
});
