import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaOf } from "../mask/mask";
import type { Adjustments } from "../model/document";
import { NO_ADJUSTMENTS } from "../model/layers";
import { testDocument } from "../model/test-documents";
import { adjustPixels, changesNothing, channelTable } from "./adjust-pixels";
import { blurPixels } from "./blur-pixels";
import { clearMask, selectedMask } from "./export-picture";
import { withAlpha } from "./marks";
import { cornersOfShape } from "./shapes";
import { boundsOfStroke, stampsAlong, thinned } from "./stamps";
import { directionOfLine, layOutText } from "./text-lines";

const adjusted = (values: Partial<Adjustments>, ...pixels: number[]) => {
  const data = Uint8ClampedArray.from(pixels);
  adjustPixels(data, { width: pixels.length / 4, height: 1 }, { ...NO_ADJUSTMENTS, ...values }, 1);
  return [...data];
};

describe("adjustments", () => {
  test("at zero change nothing", () => {
    expect(changesNothing(NO_ADJUSTMENTS)).toBe(true);
    expect(adjusted({}, 10, 20, 30, 40)).toEqual([10, 20, 30, 40]);
  });

  test("brightness lifts all channels, and contrast spreads them around the middle", () => {
    expect(adjusted({ brightness: 50 }, 10, 20, 30, 255)).toEqual([74, 84, 94, 255]);
    expect(adjusted({ contrast: 50 }, 128, 100, 160, 255)).toEqual([128, 72, 192, 255]);
    expect(adjusted({ contrast: -100 }, 0, 100, 255, 255)).toEqual([128, 128, 128, 255]);
  });

  test("no saturation is gray, as bright as the color looks", () => {
    expect(adjusted({ saturation: -100 }, 255, 0, 0, 255)).toEqual([54, 54, 54, 255]);
    expect(adjusted({ saturation: 100 }, 100, 100, 100, 255)).toEqual([100, 100, 100, 255]);
  });

  test("warmth moves from blue to red", () => {
    expect(adjusted({ warmth: 100 }, 100, 100, 100, 255)).toEqual([148, 100, 52, 255]);
    expect(adjusted({ warmth: -100 }, 100, 100, 100, 255)).toEqual([52, 100, 148, 255]);
  });

  test("never leave the range of a channel or change transparency", () => {
    const setting = fc.integer({ min: -100, max: 100 });
    fc.assert(
      fc.property(setting, setting, fc.integer({ min: 0, max: 255 }), (brightness, contrast, alpha) => {
        const table = channelTable({ ...NO_ADJUSTMENTS, brightness, contrast }, 0);
        expect(table).toHaveLength(256);
        for (let at = 1; at < 256; at += 1) expect(table[at]).toBeGreaterThanOrEqual(table[at - 1] ?? 0);
        expect(adjusted({ brightness, contrast }, 1, 2, 3, alpha)[3]).toBe(alpha);
      }),
    );
  });

  test("a blur keeps plain areas, spreads a dot, and colors of clear pixels do not bleed", () => {
    const plain = new Uint8ClampedArray(8 * 8 * 4).fill(200);
    blurPixels(plain, { width: 8, height: 8 }, 3);
    expect(plain.every((value) => Math.abs(value - 200) <= 3)).toBe(true);
    const dot = new Uint8ClampedArray(9 * 4);
    dot.set([255, 0, 0, 255], 16);
    blurPixels(dot, { width: 9, height: 1 }, 2);
    expect(dot[3 * 4 + 3]).toBeGreaterThan(0);
    expect(dot[4 * 4]).toBeGreaterThan(240);
    expect(dot[4 * 4 + 1]).toBe(0);
  });

  test("a blur spreads a dot evenly to all sides, and loses nothing of it", () => {
    const size = { width: 31, height: 31 };
    const pixels = new Uint8ClampedArray(31 * 31 * 4).map((_, index) => (index % 4 === 3 ? 255 : 0));
    const dot = (15 * 31 + 15) * 4;
    pixels.set([255, 255, 255], dot);
    blurPixels(pixels, size, 3);
    const red = (x: number, y: number) => pixels[(y * 31 + x) * 4];
    for (const [x, y] of [
      [18, 15],
      [12, 15],
      [15, 18],
      [15, 12],
    ] as const)
      expect(red(x, y)).toBe(red(18, 15));
    expect(red(15, 15)).toBeGreaterThan(red(18, 15) ?? 0);
    expect(red(30, 30)).toBe(0);
    const edge = new Uint8ClampedArray(9 * 4).fill(255);
    edge.set([0, 0, 0], 0);
    blurPixels(edge, { width: 9, height: 1 }, 2);
    expect(edge[0]).toBeLessThan(edge[4] ?? 0);
    expect(edge[32]).toBe(255);
  });

  test("sharpening makes an edge steeper", () => {
    const edge = [...Array(8).fill([100, 100, 100, 255]), ...Array(8).fill([150, 150, 150, 255])].flat();
    const sharp = adjusted({ sharpness: 100 }, ...edge);
    expect(sharp[7 * 4]).toBeLessThan(100);
    expect(sharp[8 * 4]).toBeGreaterThan(150);
  });
});

describe("strokes", () => {
  test("dabs of a soft brush lie at even distances, around corners too", () => {
    const points = [
      [0, 0],
      [30, 0],
      [30, 40],
    ] as const;
    const stamps = stampsAlong({ points, size: 50 });
    expect(stamps[0]).toEqual([0, 0]);
    expect(stamps).toHaveLength(Math.floor(70 / 6) + 1);
    for (const [x, y] of stamps) expect(x === 30 || y === 0).toBe(true);
  });

  test("are the same dabs however often the way is sampled", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 9 }), (cuts) => {
        const xs = [0, ...cuts.toSorted((a, b) => a - b), 100];
        const dense = stampsAlong({ points: xs.map((x) => [x, 0] as const), size: 20 });
        const sparse = stampsAlong({
          points: [
            [0, 0],
            [100, 0],
          ],
          size: 20,
        });
        expect(dense.length).toBe(sparse.length);
        dense.forEach(([x], index) => {
          expect(x).toBeCloseTo(sparse[index]?.[0] ?? -1, 5);
        });
      }),
    );
  });

  test("have a box with room for their width", () => {
    expect(boundsOfStroke({ points: [[10, 10]], size: 8 })).toEqual({ x: 5, y: 5, width: 10, height: 10 });
  });

  test("are stored without points that nobody sees, but with their ends", () => {
    const points = [
      [0, 0],
      [0.2, 0],
      [0.4, 0],
      [3.04, 0],
      [3.1, 0],
    ] as const;
    expect(thinned(points, 1)).toEqual([
      [0, 0],
      [3, 0],
      [3.1, 0],
    ]);
  });

  test("colors take an opacity", () => {
    expect(withAlpha("#112233", 0)).toBe("#11223300");
    expect(withAlpha("#112233ff", 0.5)).toBe("#11223380");
  });
});

describe("texts", () => {
  test.each([
    ["Hello", "ltr"],
    ["مرحبا", "rtl"],
    ["שלום world", "rtl"],
    ["123 שלום", "rtl"],
    ["2026", "ltr"],
    ["", "ltr"],
    ["你好", "ltr"],
  ])("%j is written %s", (line, direction) => {
    expect(directionOfLine(line)).toBe(direction);
  });

  test("each line starts on its own side, and ends on the other", () => {
    const style = { text: "Hi\nمرحبا", size: 10, weight: 400, italic: false, align: "start" } as const;
    const { lines, box } = layOutText(style, (line) => line.length * 10);
    expect(box).toEqual({ x: 0, y: 0, width: 50, height: 26 });
    expect(lines.map(({ x, textAlign }) => [x, textAlign])).toEqual([
      [0, "left"],
      [50, "right"],
    ]);
    const ended = layOutText({ ...style, align: "end" }, (line) => line.length * 10).lines;
    expect(ended.map(({ textAlign }) => textAlign)).toEqual(["right", "left"]);
  });

  test("an empty text has a box that can be seen", () => {
    const style = { text: "", size: 10, weight: 400, italic: false, align: "start" } as const;
    expect(layOutText(style, () => 0).box.width).toBe(5);
  });
});

describe("shapes", () => {
  test("fill their box", () => {
    for (const shape of ["rectangle", "triangle"] as const) {
      const corners = cornersOfShape(shape, { width: 20, height: 10 });
      expect(Math.max(...corners.map(({ x }) => x))).toBe(20);
      expect(Math.max(...corners.map(({ y }) => y))).toBe(10);
    }
    expect(cornersOfShape("star", { width: 20, height: 20 })).toHaveLength(10);
  });
});

describe("masks for tools", () => {
  test("a selection is seen through the frame as it is now", () => {
    const document = testDocument();
    const selection = { mask: { width: 4, height: 1, runs: [1, 2, 1] }, origin: { x: 0, y: 0 } };
    const frame = { x: 2, y: 0, width: 4, height: 1 };
    expect(selectedMask({ ...document, frame, selection })).toEqual({ width: 4, height: 1, runs: [0, 1, 3] });
    expect(selectedMask({ ...document, selection: null })).toBeNull();
    const empty = { mask: { width: 4, height: 1, runs: [4] }, origin: { x: 0, y: 0 } };
    expect(selectedMask({ ...document, selection: empty })).toBeNull();
  });

  test("what is clear is missing", () => {
    const data = Uint8ClampedArray.from([0, 0, 0, 0, 9, 9, 9, 127, 9, 9, 9, 128]);
    const mask = clearMask({ data, width: 3, height: 1 } as ImageData);
    expect(mask.runs).toEqual([0, 2, 1]);
    expect(areaOf(mask)).toBe(2);
  });
});
