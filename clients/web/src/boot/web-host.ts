import { onServer } from "@ensemble/contract/base-path";
import { copyText } from "@ensemble/host/copy-text";
import type { Host, KeyValueStore } from "@ensemble/host/host";
import { memoryStore } from "@ensemble/host/memory-host";
import { saveFile } from "@ensemble/host/save-file";
import { findLocale } from "@ensemble/i18n/locales";
import { changePathLocale } from "./path-locale";

/** Host of a browser tab. */
export function webHost(): Host {
  return {
    client: "web",
    can: { readPage: false, globalShortcut: false, captureScreen: false },
    storage: { ...browserStore(() => localStorage), watch: watchStorage },
    drafts: browserStore(() => sessionStorage),
    serverOrigin: onServer(""),
    changeLanguage: (locale) => changePathLocale(findLocale(locale ?? "")),
    openExternal: (url) => {
      window.open(url, "_blank", "noopener,noreferrer");
      return Promise.resolve();
    },
    copyText: async (text) => {
      if (!(await copyText(text))) throw new Error("the browser copies nothing");
    },
    saveFile,
  };
}

/** Watches `localStorage`; the browser reports changes of other windows only. */
function watchStorage(listener: (key: string | null) => void): () => void {
  const hear = ({ key, storageArea }: StorageEvent) => storageArea === localStorage && listener(key);
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

/** Returns the browser's storage, or memory if it is forbidden or full. */
function browserStore(open: () => Storage): KeyValueStore {
  const memory = memoryStore();
  const attempt = <Value>(withStorage: (storage: Storage) => Value, otherwise: () => Value): Value => {
    try {
      return withStorage(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ) ?? memory.get(key),
    set: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => memory.set(key, value),
      ),
    remove: (key) => {
      memory.remove(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    keys: () => attempt((storage) => Object.keys(storage), memory.keys),
  };
}
