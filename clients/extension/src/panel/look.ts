import type { Settings } from "@ensemble/contract/wire";
import type { Direction } from "@ensemble/i18n/locales";
import { askBackground } from "./ask-background";

interface Look {
  theme: Settings["theme"];
  fontSize: Settings["font_size"];
  locale: string;
  direction: Direction;
}

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)");
let shown: Look | null = null;

/** Applies the appearance to the panel. */
export function applyLook(look: Look): void {
  shown = look;
  const root = document.documentElement;
  const dark = look.theme === "dark" || (look.theme === "auto" && darkQuery().matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (look.fontSize === "large") root.dataset.fontSize = "large";
  else delete root.dataset.fontSize;
  root.lang = look.locale;
  root.dir = look.direction;
}

let told = "";

/** Sends the appearance settings to the background, for menus and web pages. */
export function tellLook({ theme, locale }: Pick<Look, "theme" | "locale">): void {
  const now = `${theme} ${locale}`;
  if (now === told) return;
  told = now;
  void askBackground("panel→background: look", { theme, locale });
}

/** Follows the system's theme if that is selected. */
export function followSystemTheme(): void {
  darkQuery().addEventListener("change", () => {
    if (shown) applyLook(shown);
  });
}
