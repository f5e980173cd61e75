import { expect, test } from "vitest";
import { hiddenSides } from "./use-scroll-hint";

// screens.md, 14
test.each([
  ["fits", 0, 300, ""],
  ["is wider", 0, 500, "end"],
  ["was scrolled", 80, 500, "start end"],
  ["was scrolled to its end", 200, 500, "start"],
  ["was scrolled from the right", -80, 500, "start end"],
])("a box that %s", (_, scrollLeft, scrollWidth, sides) => {
  expect(hiddenSides({ scrollLeft, scrollWidth, clientWidth: 300 })).toBe(sides);
});
