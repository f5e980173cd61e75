import type { Host, KeyValueStore } from "@ensemble/host/host";
import { saveFile } from "@ensemble/host/save-file";
import { chooseLocale, findLocale } from "@ensemble/i18n/locales";
import { changeLocale } from "@ensemble/i18n/text";
import { browser } from "wxt/browser";
import type { Connection } from "../messages";
import { useConnection } from "./session/connection";

/** Host of the side panel. */
export function panelHost(_connection: Connection): Host {
  return {
    client: "extension",
    can: { readPage: true, globalShortcut: false, captureScreen: false },
    storage: store(localStorage),
    drafts: store(sessionStorage),
    get serverOrigin() {
      return useConnection.getState().server ?? "";
    },
    changeLanguage: (locale) =>
      void changeLocale(
        chooseLocale({ path: null, setting: findLocale(locale ?? ""), browser: navigator.languages }),
      ),
    openExternal: async (url) => {
      if (!/^https?:/.test(url)) return;
      await browser.tabs.create({ url });
    },
    copyText: (text) => navigator.clipboard.writeText(text),
    saveFile,
  };
}

/** Storage of extension pages, which always exists and is shared by all panels. */
const store = (storage: Storage): KeyValueStore => ({
  get: (key) => storage.getItem(key),
  set: (key, value) => storage.setItem(key, value),
  remove: (key) => storage.removeItem(key),
  keys: () => Object.keys(storage),
});
