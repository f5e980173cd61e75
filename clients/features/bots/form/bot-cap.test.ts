import { expect, test } from "vitest";
import { capOf } from "./bot-cap";

test("a limit is a whole number from 1 to a million, or none", () => {
  expect(["", "  ", "1", " 20 ", "1000000"].map(capOf)).toEqual([null, null, 1, 20, 1_000_000]);
  expect(["0", "-3", "1.5", "many", "1000001"].map(capOf)).toEqual(Array(5).fill(undefined));
});
