import { expect, test } from "vitest";
import { faultOf, fittedSides, PICTURE_MIN_PIXELS, picturesIn, REFERENCE_MIN_PIXELS } from "./send-picture";

// spec §5: "reference minimum 300 x 300; sides at least 100 pixels for images; width and height must not differ too much"
test.each([
  [300, 300, REFERENCE_MIN_PIXELS, null],
  [299, 800, REFERENCE_MIN_PIXELS, "too_small"],
  [100, 100, PICTURE_MIN_PIXELS, null],
  [99, 400, PICTURE_MIN_PIXELS, "too_small"],
  [1200, 300, REFERENCE_MIN_PIXELS, null],
  [300, 1201, REFERENCE_MIN_PIXELS, "too_narrow"],
])("a picture of %i × %i with sides of at least %i: %s", (width, height, min, fault) => {
  expect(faultOf(width, height, min)).toBe(fault);
});

test.each([
  [4000, 3000, { width: 2048, height: 1536 }],
  [1000, 4000, { width: 512, height: 2048 }],
  [2048, 100, { width: 2048, height: 100 }],
  [640, 480, { width: 640, height: 480 }],
])("a picture of %i × %i is sent as %j", (width, height, sides) => {
  expect(fittedSides(width, height, 2048)).toEqual(sides);
});

test("only pictures are taken among dropped files, also those that name no type", () => {
  const file = (name: string, type: string) => new File(["x"], name, { type });
  const files = [file("a.png", "image/png"), file("b.txt", "text/plain"), file("c.HEIC", "")];
  expect(picturesIn(files).map(({ name }) => name)).toEqual(["a.png", "c.HEIC"]);
});
