import { describe, expect, test } from "vitest";
import { initialsOf } from "./Avatar";
import { keyCaps } from "./key-names";
import { hashOf, hueOf } from "./tint";

describe("faces", () => {
  test("are the same everywhere for the same id", () => {
    // A fixed value: a change here would change every icon people know.
    expect(hashOf("builtin/assistant")).toBe(3_770_831_343);
  });

  test("spread over the hues", () => {
    const hues = new Set(Array.from({ length: 60 }, (_, index) => hueOf(`model-${index}`)));
    expect(hues.size).toBeGreaterThan(12);
  });
});

describe("initialsOf", () => {
  test.each([
    ["Mira Castellan", "MC"],
    ["mira", "M"],
    ["Ada de la Cruz", "AC"],
    ["آوا رضایی", "آر"],
    ["  ", ""],
  ])("of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe("keyCaps", () => {
  test("uses the names of the computer at hand", () => {
    expect(keyCaps("mod+shift+k", true)).toEqual(["⌘", "⇧", "K"]);
    expect(keyCaps("mod+shift+k", false)).toEqual(["Ctrl", "Shift", "K"]);
    expect(keyCaps("shift+escape", false)).toEqual(["Shift", "Esc"]);
  });
});
