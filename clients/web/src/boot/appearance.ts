import type { Settings } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import type { Direction } from "@ensemble/i18n/locales";

const KEY = "ensemble.look";

/** Appearance before the person is known. The inline script of index.html reads it too. */
export interface Look {
  theme: Settings["theme"];
  fontSize: Settings["font_size"];
  locale: string | null;
  direction: Direction | null;
  /** True if somebody was signed in, so that the frame comes next. */
  known: boolean;
}

/** `--canvas` of the design, for the system's bars. Repeated in index.html and build/manifest.ts. */
const CANVAS = { light: "#f7f5f3", dark: "#11100f" };

const PLAIN: Look = { theme: "auto", fontSize: "normal", locale: null, direction: null, known: false };

export function storedLook(storage: KeyValueStore): Look {
  try {
    return { ...PLAIN, ...(JSON.parse(storage.get(KEY) ?? "{}") as Partial<Look>) };
  } catch {
    return PLAIN;
  }
}

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)");

/** Applies the appearance and stores it for the next first paint. */
export function applyLook(storage: KeyValueStore, look: Look): void {
  storage.set(KEY, JSON.stringify(look));
  const root = document.documentElement;
  root.dataset.theme =
    look.theme === "dark" || (look.theme === "auto" && darkQuery().matches) ? "dark" : "light";
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = root.dataset.theme === "dark" ? CANVAS.dark : CANVAS.light;
  if (look.fontSize === "large") root.dataset.fontSize = "large";
  else delete root.dataset.fontSize;
  if (look.locale) root.lang = look.locale;
  if (look.direction) root.dir = look.direction;
}

/** Follows the system's theme if that is selected. */
export function followSystemTheme(storage: KeyValueStore): () => void {
  const query = darkQuery();
  const change = () => applyLook(storage, storedLook(storage));
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}
