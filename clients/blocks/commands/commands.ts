import type { TextKey } from "@ensemble/i18n/text";
import type { LucideIcon } from "lucide-react";

type NameIn<Key> = Key extends `command.${infer Name}` ? Name : never;

/**
 * Name of a command. Its label is `command.<name>` in its area's part of the `frame` catalog.
 *
 * Names are stored in the person's settings: never rename one.
 */
export type CommandName = NameIn<TextKey<"frame">>;

/** A command that can have a shortcut. */
export interface Command {
  name: CommandName;
  /** Default shortcut. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  /** Icon in the palette. */
  icon?: LucideIcon;
}

/** Shortcuts by command; null: no shortcut. */
export type Bindings = Readonly<Partial<Record<CommandName, string | null>>>;

/** Returns the shortcuts of commands: a person's own, and the defaults of the others. */
export const bindingsOf = (
  commands: readonly Command[],
  chosen: Readonly<Record<string, string | null>>,
): Bindings =>
  Object.fromEntries(
    commands.map(({ name, keys }) => [name, chosen[name] === undefined ? keys : chosen[name]]),
  );

/** Returns the other command with the same shortcut, except `besides`. */
export function commandBoundTo(bindings: Bindings, keys: string, besides?: CommandName): CommandName | null {
  const wanted = normalKeys(keys);
  const entries = Object.entries(bindings) as [CommandName, string | null][];
  const other = entries.find(
    ([name, bound]) => name !== besides && bound !== null && normalKeys(bound) === wanted,
  );
  return other?.[0] ?? null;
}

const MODIFIERS = ["mod", "ctrl", "alt", "shift"];

/** Normalizes a shortcut: lower case, modifiers in a fixed order. */
export function normalKeys(keys: string): string {
  const all = keys.toLowerCase().split("+");
  const modifiers = MODIFIERS.filter((modifier) => all.includes(modifier));
  return [...modifiers, ...all.filter((key) => !MODIFIERS.includes(key))].join("+");
}

interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/**
 * Returns the shortcut of a key event as it is stored: `mod+shift+o`; null while only modifiers are pressed.
 *
 * Letters and digits come from the physical key, so that a shortcut works in every keyboard layout, Arabic
 * included.
 */
export function keysOfPress(press: KeyPress, mac: boolean): string | null {
  if (["Control", "Meta", "Alt", "Shift", "AltGraph"].includes(press.key)) return null;
  const physical = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code);
  const key = physical?.[1] ?? physical?.[2] ?? press.key;
  const mod = mac ? press.metaKey : press.ctrlKey;
  const modifiers = [
    mod && "mod",
    mac && press.ctrlKey && "ctrl",
    press.altKey && "alt",
    press.shiftKey && "shift",
  ];
  return normalKeys([...modifiers.filter(Boolean), key === "+" ? "plus" : key].join("+"));
}

/** Returns true if a shortcut may be assigned: a plain letter could then no longer be typed. */
export function mayBind(keys: string): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  return (
    parts.some((part) => part === "mod" || part === "ctrl" || part === "alt") || /^(f\d+|escape)$/.test(key)
  );
}
