import type { KeyValueStore } from "@ensemble/host/host";
import { createStore, type StoreApi } from "zustand/vanilla";

/** A tab that said nothing for this long is gone; background tabs may speak once a minute only. */
const TAB_SILENCE_MAX_MS = 3 * 60_000;
const TAB_HEARTBEAT_MS = 20_000;
const DRAFT_KEPT_MS = 60 * 24 * 3_600_000;

interface Draft {
  text: string;
  at: number;
}

/**
 * Typed text by place. Every keystroke is stored, so nothing typed is lost with the page.
 *
 * Each tab writes under its own name, so two tabs never overwrite each other; what a closed tab left behind is taken up
 * by the next one that opens the same place.
 */
export interface Drafts {
  /** The texts read or written in this tab, for components to follow. */
  readonly texts: StoreApi<Record<string, string>>;
  read(place: string): string;
  write(place: string, text: string): void;
  /** Gives text back to its place: in front of what was typed meanwhile. */
  giveBack(place: string, text: string): void;
}

export function createDrafts(storage: KeyValueStore, tab: string, now: () => number = Date.now): Drafts {
  const texts = createStore<Record<string, string>>(() => ({}));
  const keyOf = (place: string, owner = tab) => `draft/${place}/${owner}`;

  const readStored = (key: string): Draft | null => {
    try {
      const draft: unknown = JSON.parse(storage.get(key) ?? "null");
      return isDraft(draft) ? draft : null;
    } catch {
      return null;
    }
  };

  const isOpen = (owner: string) => now() - Number(storage.get(`tab/${owner}`) ?? 0) < TAB_SILENCE_MAX_MS;

  /** The newest draft that a closed tab left at `place`, taken over under this tab's name. */
  const takeOver = (place: string): string => {
    const left = storage
      .keys()
      .filter((key) => key.startsWith(`draft/${place}/`) && !isOpen(key.slice(`draft/${place}/`.length)))
      .map((key) => ({ key, draft: readStored(key) }))
      .sort((a, b) => (b.draft?.at ?? 0) - (a.draft?.at ?? 0))[0];
    if (!left?.draft) return "";
    storage.set(keyOf(place), JSON.stringify(left.draft));
    storage.remove(left.key);
    return left.draft.text;
  };

  const write = (place: string, text: string) => {
    if (text === "") storage.remove(keyOf(place));
    else storage.set(keyOf(place), JSON.stringify({ text, at: now() } satisfies Draft));
    texts.setState({ [place]: text });
  };

  // Reading happens while components render, so it must not tell anybody.
  const loaded = new Map<string, string>();
  const read = (place: string): string => {
    const known = texts.getState()[place] ?? loaded.get(place);
    if (known !== undefined) return known;
    const text = readStored(keyOf(place))?.text ?? takeOver(place);
    loaded.set(place, text);
    return text;
  };

  const giveBack = (place: string, text: string) => {
    const typed = read(place);
    write(place, typed.trim() === "" ? text : `${text}\n\n${typed}`);
  };

  forgetOld(storage, now());
  return { texts, read, write, giveBack };
}

const STORES = new WeakMap<KeyValueStore, Drafts>();

/** The drafts of this tab. `session` outlives a reload of the tab, not the tab. */
export function draftsOf(storage: KeyValueStore, session: KeyValueStore): Drafts {
  const known = STORES.get(storage);
  if (known) return known;
  const drafts = createDrafts(storage, nameTab(storage, session));
  STORES.set(storage, drafts);
  return drafts;
}

/** Names this tab and keeps saying that it is open. A copied tab brings its name along and gets another one. */
function nameTab(storage: KeyValueStore, session: KeyValueStore): string {
  const known = session.get("tab");
  const name = known && storage.get(`tab/${known}`) === null ? known : Math.random().toString(36).slice(2);
  const sayOpen = () => storage.set(`tab/${name}`, String(Date.now()));
  session.set("tab", name);
  sayOpen();
  setInterval(sayOpen, TAB_HEARTBEAT_MS);
  addEventListener("pagehide", () => storage.remove(`tab/${name}`));
  addEventListener("pageshow", sayOpen);
  return name;
}

function forgetOld(storage: KeyValueStore, now: number): void {
  for (const key of storage.keys()) {
    if (key.startsWith("tab/") && now - Number(storage.get(key)) > TAB_SILENCE_MAX_MS) storage.remove(key);
    if (!key.startsWith("draft/")) continue;
    const at = Number(/"at":(\d+)\}$/.exec(storage.get(key) ?? "")?.[1] ?? now);
    if (now - at > DRAFT_KEPT_MS) storage.remove(key);
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" && value !== null && typeof (value as Draft).text === "string";
