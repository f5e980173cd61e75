import { describe, expect, test } from "vitest";
import { acceleratorOf, keyNames } from "./accelerator";

const press = (code: string, ...held: ("ctrlKey" | "metaKey" | "altKey" | "shiftKey")[]) => ({
  code,
  ctrlKey: held.includes("ctrlKey"),
  metaKey: held.includes("metaKey"),
  altKey: held.includes("altKey"),
  shiftKey: held.includes("shiftKey"),
});

describe("the keys of the quick panel", () => {
  test("are written as systems write them", () => {
    expect(acceleratorOf(press("Space", "ctrlKey", "shiftKey"), false)).toBe("CommandOrControl+Shift+Space");
    expect(acceleratorOf(press("KeyK", "metaKey", "altKey"), true)).toBe("CommandOrControl+Alt+K");
    expect(acceleratorOf(press("Digit1", "metaKey"), false)).toBe("Super+1");
  });

  test("are never such as one types with", () => {
    for (const one of [press("KeyK"), press("KeyK", "shiftKey"), press("F5"), press("Escape", "ctrlKey")])
      expect(acceleratorOf(one, false), one.code).toBeNull();
    expect(acceleratorOf(press("ControlLeft", "ctrlKey"), false)).toBeNull();
  });

  test("are shown by their names", () => {
    expect(keyNames("CommandOrControl+Shift+Space", false)).toEqual(["Ctrl", "Shift", "Space"]);
    expect(keyNames("CommandOrControl+Alt+K", true)).toEqual(["⌘", "⌥", "K"]);
    expect(keyNames("", false)).toEqual([]);
  });
});
