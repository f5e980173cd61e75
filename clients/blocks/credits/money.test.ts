import { describe, expect, test } from "vitest";
import { money, moneyOfMicros, nothing, readMicros, readPrice, writeMicros, writePrice } from "./money";

describe("money", () => {
  test("has the decimals of its currency", () => {
    expect(money(990, "USD")).toBe("$9.90");
    expect(money(990, "JPY")).toBe("¥990");
    expect(nothing("USD")).toBe("$0");
  });

  test("stays in one piece in right-to-left text", () => {
    expect(money(990, "USD", "ar").replace(/\s/g, " ")).toBe("\u20669.90 US$\u2069");
  });

  test("in millionths shows small amounts with all their decimals", () => {
    expect(moneyOfMicros(12_345_678, "USD")).toBe("$12.35");
    expect(moneyOfMicros(1_250, "USD")).toBe("$0.00125");
    expect(moneyOfMicros(0, "USD")).toBe("$0.00");
    expect(moneyOfMicros(-500_000, "USD")).toBe("-$0.50");
    expect(moneyOfMicros(990_000_000, "JPY")).toBe("¥990");
  });

  test("in millionths is read as it is written", () => {
    for (const [text, micros] of [
      ["20", 20_000_000],
      ["12.5", 12_500_000],
      ["0.000001", 1],
      ["0", 0],
      ["100", 100_000_000],
    ] as const) {
      expect(readMicros(text)).toBe(micros);
      expect(writeMicros(micros)).toBe(text);
    }
    expect(readMicros("1,25")).toBe(1_250_000);
    for (const wrong of ["", "-1", "1.0000001", "1,250", "1e3", "much"]) expect(readMicros(wrong)).toBeNull();
    expect(writeMicros(null)).toBe("");
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
