import { expect, test } from "vitest";
import { toWhiteOnBlack } from "./tool-mask";

test("what is selected becomes white, what is not becomes black, and soft edges stay soft", () => {
  const pixels = new Uint8ClampedArray([9, 9, 9, 0, 9, 9, 9, 255, 9, 9, 9, 155]);
  toWhiteOnBlack(pixels);
  expect([...pixels]).toEqual([255, 255, 255, 255, 0, 0, 0, 255, 100, 100, 100, 255]);
});
