/**
 * Commands that can have a shortcut, with their defaults.
 *
 * Names are stored in the person's settings: never rename one. `mod` is ⌘ on a Mac and Ctrl elsewhere. The
 * texts are `command.<name>` in the `frame` area.
 */
export const COMMANDS = {
  "palette.open": "mod+k",
  "chat.new": "mod+shift+o",
  "chat.focus_composer": "shift+escape",
  "chat.stop": "mod+shift+s",
  "chat.copy_answer": "mod+shift+c",
  "chat.choose_model": "mod+shift+m",
  "frame.toggle_list": "mod+b",
  "frame.toggle_theme": "mod+shift+l",
  "frame.toggle_simple": "mod+shift+e",
  "settings.open": "mod+,",
  "settings.shortcuts": "mod+/",
} as const satisfies Record<string, string>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** A person's shortcuts on top of the defaults; null: no shortcut. */
export type Bindings = Record<CommandName, string | null>;

export function bindingsOf(chosen: Record<string, string | null>): Bindings {
  const bindings = { ...COMMANDS } as Bindings;
  for (const name of COMMAND_NAMES) {
    const keys = chosen[name];
    if (keys !== undefined) bindings[name] = keys;
  }
  return bindings;
}

/** Returns the other command with the same shortcut, except `besides`. */
export function commandBoundTo(bindings: Bindings, keys: string, besides?: CommandName): CommandName | null {
  const wanted = normalKeys(keys);
  return (
    COMMAND_NAMES.find((name) => {
      const bound = bindings[name];
      return name !== besides && bound !== null && normalKeys(bound) === wanted;
    }) ?? null
  );
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
