import { expect, test } from "vitest";
import { oddShape, pictureProblem, squareOf } from "./crop";

// spec §5: "Bot images: PNG or JPG, max 4MB."
test("a picture is PNG or JPG and not too large", () => {
  expect(pictureProblem({ type: "image/png", size: 4_000_000 }, 4_000_000)).toBe(null);
  expect(pictureProblem({ type: "image/jpeg", size: 4_000_001 }, 4_000_000)).toBe("picture_size");
  expect(pictureProblem({ type: "image/webp", size: 1 }, 4_000_000)).toBe("picture_type");
});

// spec §5: "Crop dialog reports abnormal dimensions or aspect ratio and auto-scales."
test("a picture that is very small or very long is said to be", () => {
  expect(oddShape(99, 400)).toBe("crop_small");
  expect(oddShape(100, 300)).toBe(null);
  expect(oddShape(301, 100)).toBe("crop_long");
});

test("the kept square lies within the picture, in its middle unless moved", () => {
  expect(squareOf(300, 200, { zoom: 1, x: 0.5, y: 0.5 })).toEqual({ left: 50, top: 0, side: 200 });
  expect(squareOf(300, 200, { zoom: 2, x: 1, y: 0 })).toEqual({ left: 200, top: 0, side: 100 });
});
