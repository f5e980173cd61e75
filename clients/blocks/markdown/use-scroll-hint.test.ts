import { expect, test } from "vitest";
import { hiddenSides } from "./use-scroll-hint";

// screens.md, 14
test.each([
  ["fits", 0, 300, "ltr", ""],
  ["is wider", 0, 500, "ltr", "right"],
  ["was scrolled", 80, 500, "ltr", "left right"],
  ["was scrolled to its end", 200, 500, "ltr", "left"],
  ["is wider and begins at the right", 0, 500, "rtl", "left"],
  ["was scrolled from the right", -80, 500, "rtl", "left right"],
  ["was scrolled from the right to its end", -200, 500, "rtl", "right"],
])("a box that %s", (_, scrollLeft, scrollWidth, direction, sides) => {
  expect(hiddenSides({ scrollLeft, scrollWidth, clientWidth: 300 }, direction)).toBe(sides);
});
