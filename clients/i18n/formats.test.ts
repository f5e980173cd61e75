import { describe, expect, test } from "vitest";
import { aboutTime, fileSize, relativeTime, shortNumber } from "./formats";

// spec §9: "suffix k from 1000, m from 1,000,000"
describe("shortNumber", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1k"],
    [1049, "1k"],
    [1200, "1.2k"],
    [12_000, "12k"],
    [999_999, "999.9k"],
    [1_000_000, "1m"],
    [1_240_000, "1.2m"],
    [-1500, "-1.5k"],
  ])("writes %d as %s", (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });

  test("uses the digits of the locale", () => {
    expect(shortNumber(1200, "ar-EG")).toBe("١٫٢k");
  });
});

describe("fileSize", () => {
  // spec §9: "File size units base 1000"
  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 KB"],
    [20_000_000, "20 MB"],
    [50_500_000, "50.5 MB"],
    [1_000_000_000, "1 GB"],
  ])("writes %d bytes as %s", (bytes, text) => {
    expect(fileSize(bytes)).toBe(text);
  });
});

describe("relativeTime", () => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  test.each([
    ["2026-11-20T11:59:40Z", "now"],
    ["2026-11-20T11:57:00Z", "3 minutes ago"],
    ["2026-11-20T15:30:00Z", "in 3 hours"],
    ["2026-11-19T12:00:00Z", "yesterday"],
    ["2026-11-06T12:00:00Z", "2 weeks ago"],
  ])("says %s as %s", (time, text) => {
    expect(relativeTime(time, now)).toBe(text);
  });
});

describe("aboutTime", () => {
  test.each([
    [1, "1 second"],
    [90, "90 seconds"],
    [91, "2 minutes"],
    [600, "10 minutes"],
  ])("says a wait of %s s as %s", (seconds, text) => {
    expect(aboutTime(seconds)).toBe(text);
  });
});
