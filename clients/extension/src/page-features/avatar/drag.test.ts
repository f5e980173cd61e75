import { expect, test } from "vitest";
import { placeOf } from "./drag";

test("an avatar that is let go stands at the nearer side, at that height", () => {
  const view = { width: 1000, height: 636 };
  expect(placeOf({ x: 900, y: 318 }, view, "ltr")).toEqual({ side: "end", height: 0.5 });
  expect(placeOf({ x: 100, y: -50 }, view, "ltr")).toEqual({ side: "start", height: 0 });
  expect(placeOf({ x: 100, y: 9_000 }, view, "rtl")).toEqual({ side: "end", height: 1 });
});
