import { expect, test } from "vitest";
import { isSeed } from "./seed";

test.each([
  ["", true],
  ["  ", true],
  ["0", true],
  ["4294967295", true],
  ["4294967296", false],
  ["-1", false],
  ["1.5", false],
  ["abc", false],
])("the seed %j is valid: %s", (seed, valid) => {
  expect(isSeed(seed)).toBe(valid);
});
