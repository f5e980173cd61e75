import { describe, expect, test } from "vitest";
import { readOptions } from "./options";

describe("what was chosen for translations", () => {
  test("begins with the person's own language", () => {
    expect(readOptions(undefined, "zh-CN")).toEqual({
      target: "zh-CN",
      hoverKey: "off",
      inputBox: false,
      inputTarget: "en",
      scope: "main",
      look: "muted",
      always: [],
    });
    expect(readOptions(null, "en").inputTarget).toBe("es");
  });

  test("is what was stored, as far as that is of its form", () => {
    const stored = { target: "<b>", hoverKey: "Alt", inputBox: 1, look: "neon", always: ["a.example", 7] };
    const read = readOptions(stored, "ar");
    expect(read).toMatchObject({ target: "ar", hoverKey: "Alt", inputBox: false, look: "muted" });
    expect(read.always).toEqual(["a.example"]);
  });
});
