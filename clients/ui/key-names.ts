const SYMBOLS_MAC: Record<string, string> = {
  mod: "⌘",
  alt: "⌥",
  shift: "⇧",
  ctrl: "⌃",
  enter: "↵",
  escape: "Esc",
};
const NAMES: Record<string, string> = {
  mod: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  ctrl: "Ctrl",
  enter: "↵",
  escape: "Esc",
};
const ARROWS: Record<string, string> = { arrowup: "↑", arrowdown: "↓", arrowleft: "←", arrowright: "→" };

export const isMac = (): boolean =>
  typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the key caps of a shortcut: `mod+shift+k` is `["⌘", "⇧", "K"]` or `["Ctrl", "Shift", "K"]`. */
export function keyCaps(keys: string, mac = isMac()): string[] {
  const names = mac ? SYMBOLS_MAC : NAMES;
  return keys
    .split("+")
    .map((key) => key.toLowerCase())
    .map((key) => names[key] ?? ARROWS[key] ?? (key.length === 1 ? key.toUpperCase() : capital(key)));
}

const capital = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);
