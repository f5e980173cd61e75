import { describe, expect, test } from "vitest";
import { money, readPrice, writePrice } from "./money";

describe("money", () => {
  test("has the decimals of its currency", () => {
    expect(money(990, "USD")).toBe("$9.90");
    expect(money(990, "JPY")).toBe("¥990");
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
