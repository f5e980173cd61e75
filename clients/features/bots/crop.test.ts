import { expect, test } from "vitest";
import { pictureProblem, squareOf } from "./crop";

// spec §5: "Bot images: PNG or JPG, max 4MB."
test("a picture is PNG or JPG and not too large", () => {
  expect(pictureProblem({ type: "image/png", size: 4_000_000 }, 4_000_000)).toBe(null);
  expect(pictureProblem({ type: "image/jpeg", size: 4_000_001 }, 4_000_000)).toBe("picture_size");
  expect(pictureProblem({ type: "image/webp", size: 1 }, 4_000_000)).toBe("picture_type");
});

test("the kept square lies within the picture, in its middle unless moved", () => {
  expect(squareOf(300, 200, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({ left: 50, top: 0, side: 200 });
  expect(squareOf(300, 200, { zoom: 2, x: 1, y: 0 })).toEqual({ left: 200, top: 0, side: 100 });
});
