import type { KeyValueStore } from "@ensemble/host/host";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Time after which a silent tab counts as closed; background tabs may run only once a minute. */
const TAB_SILENCE_MAX_MS = 3 * 60_000;
const TAB_HEARTBEAT_MS = 20_000;
const DRAFT_KEPT_MS = 60 * 24 * 3_600_000;

interface Draft {
  text: string;
  /** Part of the text that came from a link or another app. */
  given?: string;
  /** Time of the last change, stored last so that old drafts can be removed without parsing them. */
  at: number;
}

/** Place of a draft that is kept nowhere but in its page. */
export const temporaryPlace = (account: string): string => `${account}/temporary`;

/** Returns the place that a part of a draft belongs to: its files and references are stored beside its text. */
const wholeOf = (place: string) => place.replace(/^(files|refs):/, "");
const PARTS = ["", "refs:", "files:"];

/**
 * Typed text by place. Every keystroke is stored, so nothing typed is lost with the page.
 *
 * Each tab writes under its own name, so two tabs never overwrite each other; the next tab that opens the
 * same place takes over what a closed tab left behind: all parts of one draft, and never parts of two.
 */
export interface Drafts {
  /** Texts read or written in this tab, as a store for components. */
  readonly texts: StoreApi<Record<string, string>>;
  read(place: string): string;
  /** Writes a text. `given`: part that the person did not type. */
  write(place: string, text: string, given?: string): void;
  /** Returns true if a draft, or the start of it, was written before this page. */
  isRestored(place: string): boolean;
  /** Returns text to its place, before what was typed since. */
  giveBack(place: string, text: string): void;
  /** Writes a text that the person did not type, from a link or another app. */
  give(place: string, text: string): void;
  /** Returns true if `text`, as sent from `place`, is the person's own words without prefilled text. */
  isOwn(place: string, text: string): boolean;
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

  /** Drafts of which this page has read or written a part. */
  const begun = new Set<string>();
  const restored = new Set<string>();

  /** Takes over the newest draft of a closed tab at `place` under this tab's name, with all its parts. */
  const takeOver = (place: string) => {
    const found = PARTS.flatMap((part) => {
      const before = `draft/${part}${place}/`;
      return storage
        .keys()
        .filter((key) => key.startsWith(before) && !key.slice(before.length).includes("/"))
        .map((key) => ({ key, part, owner: key.slice(before.length), at: readStored(key)?.at ?? 0 }));
    });
    if (found.length > 0) restored.add(place);
    if (found.some(({ owner }) => owner === tab)) return;
    const [newest] = found.filter(({ owner }) => !isOpen(owner)).sort((a, b) => b.at - a.at);
    if (!newest) restored.delete(place);
    for (const { key, part, owner } of found) {
      if (owner !== newest?.owner) continue;
      storage.set(keyOf(part + place), storage.get(key) ?? "");
      storage.remove(key);
    }
  };

  const begin = (part: string) => {
    const place = wholeOf(part);
    if (begun.has(place)) return;
    begun.add(place);
    takeOver(place);
  };

  // Called on each keystroke, so the result is cached.
  const givens = new Map<string, string | undefined>();
  const givenAt = (place: string) => {
    if (!givens.has(place)) givens.set(place, readStored(keyOf(place))?.given);
    return givens.get(place);
  };

  const put = (place: string, text: string, given: string | undefined) => {
    begun.add(wholeOf(place));
    givens.set(place, text === "" ? undefined : given);
    if (text === "" || place.endsWith("/temporary")) storage.remove(keyOf(place));
    else storage.set(keyOf(place), JSON.stringify({ text, given, at: now() } satisfies Draft));
    texts.setState({ [place]: text });
    if (text === "") isRestored(wholeOf(place));
  };

  const write = (place: string, text: string, given = "") =>
    put(place, text, [givenAt(place), given].filter(Boolean).join("\n") || undefined);

  // Called during rendering, so it must not notify anybody.
  const loaded = new Map<string, string>();
  const read = (place: string): string => {
    const known = texts.getState()[place] ?? loaded.get(place);
    if (known !== undefined) return known;
    begin(place);
    const text = readStored(keyOf(place))?.text ?? "";
    loaded.set(place, text);
    return text;
  };

  const giveBack = (place: string, text: string) => {
    const typed = read(place);
    write(place, typed.trim() === "" ? text : `${text}\n\n${typed}`);
  };

  const give = (place: string, text: string) => {
    giveBack(place, text);
    write(place, read(place), text);
  };

  const isOwn = (place: string, text: string) => sharesNothing(text, givenAt(place) ?? "");

  const isRestored = (place: string) => {
    const isEmpty = PARTS.every((part) => read(part + place) === "");
    if (isEmpty) restored.delete(place);
    return restored.has(place);
  };

  forgetOld(storage, now());
  return { texts, read, write, isRestored, giveBack, give, isOwn };
}

/** Number of consecutive letters that identify inserted text within other text. */
const RUN_CHARS = 24;

/** Returns true if `said` has no long run of letters of `given`, ignoring line breaks. */
export function sharesNothing(said: string, given: string): boolean {
  const [own, foreign] = [joined(said), joined(given)];
  const length = Math.min(RUN_CHARS, foreign.length);
  if (length === 0) return true;
  const runs = new Set<string>();
  for (let at = 0; at + length <= own.length; at += 1) runs.add(own.slice(at, at + length));
  for (let at = 0; at + length <= foreign.length; at += 1)
    if (runs.has(foreign.slice(at, at + length))) return false;
  return true;
}

const joined = (text: string) => text.replace(/\s+/g, " ").trim();

const STORES = new WeakMap<KeyValueStore, Drafts>();

/** Returns the drafts of this tab. `session` survives a reload, but not the tab. */
export function draftsOf(storage: KeyValueStore, session: KeyValueStore): Drafts {
  const known = STORES.get(storage);
  if (known) return known;
  const drafts = createDrafts(storage, nameTab(storage, session));
  STORES.set(storage, drafts);
  return drafts;
}

/** Names this tab and sends its heartbeat. A duplicated tab copies the name and gets a new one. */
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
