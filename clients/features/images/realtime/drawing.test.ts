import { expect, test } from "vitest";
import { readStrokes, storedStrokes } from "./drawing";

const stroke = (count: number, color = "#000000") => ({
  size: 8,
  color,
  points: Array.from({ length: count }, (_, at) => ({ x: at + 0.4, y: 1.6 })),
});

test("a drawing is read as it was stored, in whole pixels", () => {
  expect(readStrokes(storedStrokes([stroke(2, "#ff0000")]))).toEqual([
    {
      size: 8,
      color: "#ff0000",
      points: [
        { x: 0, y: 2 },
        { x: 1, y: 2 },
      ],
    },
  ]);
});

test("of a drawing that is too large, the newest strokes are kept", () => {
  const kept = readStrokes(storedStrokes([stroke(6000, "#111111"), stroke(6000, "#222222")]));
  expect(kept.map(({ color }) => color)).toEqual(["#222222"]);
});

test("what is no drawing is none", () => {
  for (const stored of ["", "x", "{}", "[null]", '[{"size":1,"points":[null]}]'])
    expect(readStrokes(stored)).toEqual([]);
});
