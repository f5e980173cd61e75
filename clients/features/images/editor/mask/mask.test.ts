import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areaOf,
  bitsOfMask,
  boundsOfMask,
  combineMasks,
  emptyMask,
  fullMask,
  growMask,
  invertMask,
  isWholeMask,
  maskFromBits,
  shiftMask,
  windowOfMask,
} from "./mask";

/** Reads a mask from a drawing: `#` is inside. */
function drawn(...lines: string[]) {
  const size = { width: lines[0]?.length ?? 0, height: lines.length };
  return maskFromBits(Uint8Array.from([...lines.join("")].map((one) => (one === "#" ? 1 : 0))), size);
}

const anyMask = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom(0, 1), { minLength: width * height, maxLength: width * height })
      .map((bits) => maskFromBits(Uint8Array.from(bits), { width, height })),
  );

describe("a mask", () => {
  test("gives back the pixels it was made of, and is whole", () => {
    fc.assert(
      fc.property(anyMask, (mask) => {
        expect(isWholeMask(mask)).toBe(true);
        expect(maskFromBits(bitsOfMask(mask), mask)).toEqual(mask);
      }),
    );
  });

  test("inverted twice is itself, and its area is the rest", () => {
    fc.assert(
      fc.property(anyMask, (mask) => {
        const inverse = invertMask(mask);
        expect(areaOf(inverse) + areaOf(mask)).toBe(mask.width * mask.height);
        expect(bitsOfMask(invertMask(inverse))).toEqual(bitsOfMask(mask));
      }),
    );
  });

  test("is joined with another by adding, subtracting and intersecting", () => {
    const [one, other] = [drawn("##.", "..."), drawn(".##", "#..")];
    expect(combineMasks(one, other, "replace")).toBe(other);
    expect(combineMasks(one, other, "add")).toEqual(drawn("###", "#.."));
    expect(combineMasks(one, other, "subtract")).toEqual(drawn("#..", "..."));
    expect(combineMasks(one, other, "intersect")).toEqual(drawn(".#.", "..."));
    expect(combineMasks(null, other, "subtract")).toEqual(emptyMask(other));
    expect(combineMasks(null, other, "add")).toBe(other);
  });

  test("grows in all directions, stops at the edges, and shrinks again", () => {
    const dot = drawn(".....", ".....", "..#..", ".....", ".....");
    expect(growMask(dot, 1)).toEqual(drawn(".....", ".###.", ".###.", ".###.", "....."));
    expect(growMask(dot, 9)).toEqual(fullMask({ width: 5, height: 5 }));
    expect(growMask(growMask(dot, 1), -1)).toEqual(dot);
    expect(areaOf(growMask(dot, -1))).toBe(0);
  });

  test("moves, and loses what leaves its plane", () => {
    expect(shiftMask(drawn("#..", "..#"), { x: 1, y: 0 })).toEqual(drawn(".#.", "..."));
    expect(shiftMask(drawn("#..", "..#"), { x: 0, y: -1 })).toEqual(drawn("..#", "..."));
  });

  test("is seen through a window, also beyond its edges", () => {
    expect(windowOfMask(drawn("##", "##"), { x: -1, y: 1, width: 3, height: 2 })).toEqual(
      drawn(".##", "..."),
    );
  });

  test("has the smallest box around its pixels", () => {
    fc.assert(
      fc.property(anyMask, (mask) => {
        const inside = [...bitsOfMask(mask)].flatMap((bit, at) =>
          bit ? [{ x: at % mask.width, y: Math.floor(at / mask.width) }] : [],
        );
        const [xs, ys] = [inside.map(({ x }) => x), inside.map(({ y }) => y)];
        const wanted =
          inside.length === 0
            ? null
            : {
                x: Math.min(...xs),
                y: Math.min(...ys),
                width: Math.max(...xs) - Math.min(...xs) + 1,
                height: Math.max(...ys) - Math.min(...ys) + 1,
              };
        expect(boundsOfMask(mask)).toEqual(wanted);
      }),
    );
  });

  test("with runs that do not add up is not whole", () => {
    expect(isWholeMask({ width: 2, height: 2, runs: [3] })).toBe(false);
    expect(isWholeMask({ width: 2, height: 2, runs: [5, -1] })).toBe(false);
    expect(isWholeMask({ width: 0, height: 2, runs: [] })).toBe(false);
  });
});
