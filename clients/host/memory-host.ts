import type { Host, KeyValueStore } from "./host";

/** In-memory store: for tests, and where a browser forbids storage. */
export function memoryStore(initial: Record<string, string> = {}): KeyValueStore {
  const values = new Map(Object.entries(initial));
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
    },
    remove: (key) => {
      values.delete(key);
    },
    keys: () => [...values.keys()],
  };
}

/** In-memory host for tests. */
export function memoryHost(overrides: Partial<Host> = {}): Host {
  return {
    client: "web",
    can: { readPage: false, globalShortcut: false, captureScreen: false },
    storage: memoryStore(),
    drafts: memoryStore(),
    serverOrigin: "",
    changeLanguage: () => undefined,
    openExternal: () => Promise.resolve(),
    copyText: () => Promise.resolve(),
    saveFile: () => Promise.resolve(),
    ...overrides,
  };
}
