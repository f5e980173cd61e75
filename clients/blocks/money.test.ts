import { describe, expect, test } from "vitest";
import { money, nothing, readPrice, writePrice } from "./money";

describe("money", () => {
  test("has the decimals of its currency", () => {
    expect(money(990, "USD")).toBe("$9.90");
    expect(money(990, "JPY")).toBe("¥990");
    expect(nothing("USD")).toBe("$0");
  });

  test("stays in one piece in right-to-left text", () => {
    expect(money(990, "USD", "ar").replace(/\s/g, " ")).toBe("\u20669.90 US$\u2069");
  });

  test("is read as it is written", () => {
    for (const [text, currency, amount] of [
      ["9.90", "USD", 990],
      ["9,9", "EUR", 990],
      ["990", "JPY", 990],
      ["0", "USD", 0],
      ["1.005", "KWD", 1005],
    ] as const) {
      expect(readPrice(text, currency)).toBe(amount);
      expect(readPrice(writePrice(amount, currency), currency)).toBe(amount);
    }
    for (const wrong of ["", "-1", "9.999", "1.5e3", "free"]) expect(readPrice(wrong, "USD")).toBeNull();
    expect(readPrice("9.5", "JPY")).toBeNull();
    expect(writePrice(null, "USD")).toBe("");
  });
});
