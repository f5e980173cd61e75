/** Gives the frame, which has no storage, what looks like it. Changes are passed on; the page around it keeps them. */
export function fakeStorage(
  stored: Record<string, string>,
  changed: (key: string, value: string | null) => void,
): void {
  define("localStorage", storageOf(new Map(Object.entries(stored)), changed));
  define(
    "sessionStorage",
    storageOf(new Map(), () => undefined),
  );
}

function define(name: "localStorage" | "sessionStorage", value: Storage): void {
  Object.defineProperty(globalThis, name, { configurable: true, get: () => value });
}

/** Returns a storage over a map. */
export function storageOf(
  all: Map<string, string>,
  changed: (key: string, value: string | null) => void,
): Storage {
  const methods: Storage = {
    get length() {
      return all.size;
    },
    key: (index) => [...all.keys()][index] ?? null,
    getItem: (key) => all.get(String(key)) ?? null,
    setItem: (key, value) => {
      all.set(String(key), String(value));
      changed(String(key), String(value));
    },
    removeItem: (key) => {
      if (all.delete(String(key))) changed(String(key), null);
    },
    clear: () => {
      for (const key of [...all.keys()]) methods.removeItem(key);
    },
  };
  return new Proxy(methods, {
    get: (target, name) =>
      name in target || typeof name === "symbol" ? Reflect.get(target, name) : (all.get(name) ?? undefined),
    set: (_, name, value) => {
      methods.setItem(String(name), String(value));
      return true;
    },
    deleteProperty: (_, name) => {
      methods.removeItem(String(name));
      return true;
    },
    has: (target, name) => name in target || all.has(String(name)),
    ownKeys: () => [...all.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      all.has(String(name))
        ? { configurable: true, enumerable: true, writable: true, value: all.get(String(name)) }
        : undefined,
  });
}
