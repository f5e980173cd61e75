import { expect, test } from "vitest";
import { type Place, penPlace } from "./pen-place";

const VIEW = { width: 1_000, height: 800 };
const HIGH = { left: 100, right: 600, top: 100, bottom: 200 };
const LOW = { left: 100, right: 600, top: 100, bottom: 136 };
const free = () => false;
const over = (box: { left: number; right: number; top: number; bottom: number }) => (place: Place) =>
  place.x < box.right && place.x + 28 > box.left && place.y < box.bottom && place.y + 28 > box.top;

test("the pen stands at the end of the last line, whichever end that is", () => {
  expect(penPlace(HIGH, VIEW, false, free)).toEqual({ x: 566, y: 166 });
  expect(penPlace(HIGH, VIEW, true, free)).toEqual({ x: 106, y: 166 });
  expect(penPlace(LOW, VIEW, false, free)).toEqual({ x: 566, y: 104 });
});

test("it makes room for the page's own buttons", () => {
  const send = { left: 560, right: 592, top: 160, bottom: 192 };
  expect(penPlace(HIGH, VIEW, false, over(send))).toEqual({ x: 532, y: 166 });
  const row = { left: 400, right: 600, top: 160, bottom: 200 };
  expect(penPlace(HIGH, VIEW, false, over(row))).toEqual({ x: 566, y: 106 });
  expect(penPlace(LOW, VIEW, false, over(LOW))).toEqual({ x: 606, y: 104 });
});

test("it stays where it is expected if all is taken", () => {
  expect(penPlace(HIGH, VIEW, false, () => true)).toEqual({ x: 566, y: 166 });
});
