/** Fields of a key event that identify the shortcut. */
export type Press = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Non-character keys that are allowed in a global shortcut. */
const OTHERS = /^(Space|F\d{1,2}|Period|Comma|Slash|Semicolon|Backquote)$/;

/**
 * Converts a key event to an accelerator, `CommandOrControl+Shift+Space`; null if it is not allowed: a single
 * key would be taken from every program.
 */
export function acceleratorOf(press: Press, mac: boolean): string | null {
  const key = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code);
  const name = key?.[1] ?? key?.[2] ?? (OTHERS.test(press.code) ? press.code : null);
  if (!name) return null;
  const main = mac ? press.metaKey : press.ctrlKey;
  const modifiers = [
    main && "CommandOrControl",
    mac && press.ctrlKey && "Control",
    !mac && press.metaKey && "Super",
    press.altKey && "Alt",
    press.shiftKey && "Shift",
  ].filter((one) => typeof one === "string");
  const isHeld = modifiers.some((one) => one !== "Shift");
  return isHeld ? [...modifiers, name].join("+") : null;
}

const NAMES: Readonly<Record<string, readonly [other: string, mac: string]>> = {
  CommandOrControl: ["Ctrl", "⌘"],
  Control: ["Ctrl", "⌃"],
  Super: ["Super", "⌘"],
  Alt: ["Alt", "⌥"],
  Shift: ["Shift", "⇧"],
};

/** Returns the names of the keys for display. */
export const keyNames = (accelerator: string, mac: boolean): string[] =>
  accelerator
    .split("+")
    .filter(Boolean)
    .map((part) => NAMES[part]?.[mac ? 1 : 0] ?? part);
