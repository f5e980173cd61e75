import { describe, expect, test } from "vitest";
import { bindingsOf, type Command, commandBoundTo, keysOfPress, mayBind, normalKeys } from "./commands";

const COMMANDS: Command[] = [
  { name: "palette.open", keys: "mod+k" },
  { name: "chat.new", keys: "mod+shift+o" },
  { name: "chat.stop", keys: "mod+shift+s" },
];

const press = (
  key: string,
  code: string,
  modifiers: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe("keysOfPress", () => {
  test("reads mod as Ctrl, and as Cmd on a Mac", () => {
    expect(keysOfPress(press("k", "KeyK", { ctrlKey: true }), false)).toBe("mod+k");
    expect(keysOfPress(press("k", "KeyK", { metaKey: true }), true)).toBe("mod+k");
    expect(keysOfPress(press("k", "KeyK", { ctrlKey: true }), true)).toBe("ctrl+k");
  });

  test("takes letters from the physical key, so that an Arabic layout works", () => {
    expect(keysOfPress(press("ن", "KeyK", { ctrlKey: true }), false)).toBe("mod+k");
  });

  test("waits while only modifiers are down", () => {
    expect(keysOfPress(press("Control", "ControlLeft", { ctrlKey: true }), false)).toBeNull();
  });

  test("names the plus key in words, because plus joins keys", () => {
    expect(keysOfPress(press("+", "NumpadAdd", { ctrlKey: true }), false)).toBe("mod+plus");
  });
});

describe("bindings", () => {
  test("take what a person chose, and null for none", () => {
    const bindings = bindingsOf(COMMANDS, {
      "chat.new": "mod+j",
      "chat.stop": null,
      "gone.command": "mod+x",
    });
    expect(bindings).toEqual({ "palette.open": "mod+k", "chat.new": "mod+j", "chat.stop": null });
  });

  test("find the command that has keys already, in any spelling", () => {
    const bindings = bindingsOf(COMMANDS, {});
    expect(commandBoundTo(bindings, "Shift+Mod+O")).toBe("chat.new");
    expect(commandBoundTo(bindings, "mod+k", "palette.open")).toBeNull();
  });

  test("have one spelling", () => {
    expect(normalKeys("Shift+Mod+Enter")).toBe("mod+shift+enter");
  });

  test("never take a plain letter, which could not be written any more", () => {
    expect(mayBind("a")).toBe(false);
    expect(mayBind("shift+a")).toBe(false);
    expect(mayBind("mod+a")).toBe(true);
    expect(mayBind("f2")).toBe(true);
  });
});
