import { chooseLocale, directionOf, findLocale } from "@ensemble/i18n/locales";
import { browser } from "wxt/browser";
import type { Look } from "../../messages";

const KEY = "look";

/** Stores the appearance settings from the panel, which pages use too. */
export async function writeLook(look: Look): Promise<void> {
  const stored = await browser.storage.local.get(KEY);
  // Sent on every opening; menus and pages are updated only after a change.
  if (JSON.stringify(stored[KEY]) === JSON.stringify(look)) return;
  await browser.storage.local.set({ [KEY]: look });
}

export async function readLook(): Promise<Look & { direction: "ltr" | "rtl" }> {
  const stored = await browser.storage.local.get(KEY);
  const { theme = "auto", locale } = (stored[KEY] ?? {}) as Partial<Look>;
  const chosen = chooseLocale({
    path: null,
    setting: findLocale(locale ?? ""),
    browser: navigator.languages,
  });
  return { theme, locale: chosen, direction: directionOf(chosen) };
}
