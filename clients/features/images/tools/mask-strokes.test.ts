import { describe, expect, test } from "vitest";
import { drawStrokes, extendStroke, movedBy, pointIn } from "./mask-strokes";

const picture = { width: 1000, height: 500 };

test("a place on the screen is a pixel of the picture, however large it is shown", () => {
  const box = { left: 10, top: 20, width: 500, height: 250 };
  expect(pointIn(box, picture, { clientX: 260, clientY: 145 })).toEqual({ x: 500, y: 250 });
  expect(pointIn({ ...box, width: 0 }, picture, { clientX: 10, clientY: 20 })).toEqual({ x: 0, y: 0 });
});

test("points extend the last stroke only", () => {
  const strokes = [
    { size: 4, points: [{ x: 1, y: 1 }] },
    { size: 9, points: [{ x: 2, y: 2 }] },
  ];
  expect(extendStroke(strokes, { x: 3, y: 3 })).toEqual([
    strokes[0],
    {
      size: 9,
      points: [
        { x: 2, y: 2 },
        { x: 3, y: 3 },
      ],
    },
  ]);
  expect(extendStroke([], { x: 3, y: 3 })).toEqual([]);
});

describe("arrow keys", () => {
  test.each([
    ["ArrowLeft", { x: 90, y: 100 }],
    ["ArrowRight", { x: 110, y: 100 }],
    ["ArrowUp", { x: 100, y: 90 }],
    ["ArrowDown", { x: 100, y: 110 }],
  ])("%s moves the brush", (key, to) => {
    expect(movedBy(key, { x: 100, y: 100 }, picture, 10)).toEqual(to);
  });

  test("keep it within the picture, and leave other keys alone", () => {
    expect(movedBy("ArrowLeft", { x: 3, y: 0 }, picture, 10)).toEqual({ x: 0, y: 0 });
    expect(movedBy("ArrowDown", { x: 3, y: 499 }, picture, 10)).toEqual({ x: 3, y: 500 });
    expect(movedBy("a", { x: 3, y: 3 }, picture, 10)).toBeNull();
  });
});

test("a stroke of one point is a dot", () => {
  const drawn: string[] = [];
  const log =
    (name: string) =>
    (...at: number[]) =>
      void drawn.push([name, ...at].join(" "));
  const context = {
    beginPath: log("begin"),
    moveTo: log("move"),
    lineTo: log("line"),
    stroke: log("stroke"),
    lineWidth: 0,
    strokeStyle: "#000",
    lineCap: "butt" as CanvasLineCap,
    lineJoin: "miter" as CanvasLineJoin,
  };
  drawStrokes(context, [
    { size: 8, points: [{ x: 1, y: 2 }] },
    { size: 8, points: [] },
  ]);
  expect(drawn).toEqual(["begin", "move 1 2", "line 1 2", "stroke"]);
  expect(context.lineWidth).toBe(8);
});
