import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boxBetween, boxOfRatio, snap } from "./snapping";
import {
  drawingScale,
  fitView,
  pinch,
  resizedView,
  toDocument,
  toScreen,
  ZOOM_MAX,
  ZOOM_MIN,
  zoomAt,
} from "./view";

const number = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: number, y: number });
const view = fc.record({ zoom: fc.double({ min: 0.1, max: 8, noNaN: true }), x: number, y: number });

describe("the view", () => {
  test("keeps the point under the mouse while zooming, within its bounds", () => {
    fc.assert(
      fc.property(view, point, fc.double({ min: 0.01, max: 100, noNaN: true }), (before, at, factor) => {
        const after = zoomAt(before, at, factor);
        const [was, is] = [toDocument(before, at), toDocument(after, at)];
        expect(Math.abs(is.x - was.x)).toBeLessThan(1e-6);
        expect(Math.abs(is.y - was.y)).toBeLessThan(1e-6);
        expect(after.zoom).toBeGreaterThanOrEqual(ZOOM_MIN);
        expect(after.zoom).toBeLessThanOrEqual(ZOOM_MAX);
      }),
    );
  });

  test("follows two fingers: both points stay under them", () => {
    const fingers = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ] as const;
    const moved = [
      { x: 50, y: 150 },
      { x: 250, y: 150 },
    ] as const;
    const before = { zoom: 1, x: 0, y: 0 };
    const after = pinch(before, fingers, moved);
    expect(after.zoom).toBe(2);
    for (const [index, finger] of fingers.entries())
      expect(toScreen(after, toDocument(before, finger))).toEqual(moved[index]);
  });

  test("fits a whole picture into the middle, and does not enlarge a small one", () => {
    const room = { width: 1000, height: 600 };
    expect(fitView({ x: 0, y: 0, width: 2000, height: 1000 }, room)).toEqual({ zoom: 0.468, x: 32, y: 66 });
    expect(fitView({ x: 10, y: 10, width: 100, height: 100 }, room)).toEqual({ zoom: 1, x: 440, y: 240 });
  });

  test("stays fitted in a room of another size, and else keeps its middle", () => {
    const frame = { x: 0, y: 0, width: 2000, height: 1000 };
    const [from, to] = [
      { width: 1000, height: 600 },
      { width: 500, height: 400 },
    ];
    const nothing = { width: 0, height: 0 };
    const any = { zoom: 3, x: 10, y: 20 };
    expect(resizedView(any, frame, nothing, to)).toEqual(fitView(frame, to));
    expect(resizedView(fitView(frame, from), frame, from, to)).toEqual(fitView(frame, to));
    expect(resizedView(any, frame, from, to)).toEqual({ zoom: 3, x: -240, y: -80 });
  });

  test("draws in powers of two, never less than is shown or more than there is", () => {
    expect([0.3, 0.5, 0.51, 1, 4].map((zoom) => drawingScale(zoom, 1))).toEqual([0.5, 0.5, 1, 1, 1]);
    expect(drawingScale(0.25, 2)).toBe(0.5);
    expect(drawingScale(0.001, 1)).toBe(1 / 16);
  });
});

describe("snapping", () => {
  const frame = { x: 0, y: 0, width: 100, height: 100 };

  test("takes the nearest edge or middle within reach", () => {
    const { by, guides } = snap({ x: 43, y: 3, width: 10, height: 10 }, [frame], 5);
    expect(by).toEqual({ x: 2, y: -3 });
    expect(guides).toEqual([
      { axis: "x", at: 50 },
      { axis: "y", at: 0 },
    ]);
  });

  test("leaves what is out of reach", () => {
    expect(snap({ x: 20, y: 20, width: 10, height: 10 }, [frame], 5)).toEqual({
      by: { x: 0, y: 0 },
      guides: [],
    });
  });

  test("a crop of a ratio is the largest one in the middle", () => {
    expect(boxOfRatio({ x: 0, y: 0, width: 200, height: 100 }, 1)).toEqual({
      x: 50,
      y: 0,
      width: 100,
      height: 100,
    });
    expect(boxOfRatio(frame, 2)).toEqual({ x: 0, y: 25, width: 100, height: 50 });
  });

  test("a box between two points has a positive size, and equal sides if wanted", () => {
    expect(boxBetween({ x: 5, y: 5 }, { x: 1, y: 8 })).toEqual({ x: 1, y: 5, width: 4, height: 3 });
    expect(boxBetween({ x: 5, y: 5 }, { x: 1, y: 8 }, true)).toEqual({ x: 1, y: 5, width: 4, height: 4 });
  });
});
