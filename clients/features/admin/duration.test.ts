import { describe, expect, test } from "vitest";
import { duration } from "./duration";

describe("duration", () => {
  test.each([
    [12, "12 seconds"],
    [60, "1 minute"],
    [3720, "1 hour, 2 minutes"],
    [93_784, "1 day, 2 hours"],
  ])("says %d seconds as %s", (seconds, text) => {
    expect(duration(seconds, "en")).toBe(text);
  });
});
