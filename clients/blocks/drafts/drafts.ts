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

/**
 * Typed text by place. Every keystroke is stored, so nothing typed is lost with the page.
 *
 * Each tab writes under its own name, so two tabs never overwrite each other; the next tab that opens the
 * same place takes over what a closed tab left behind.
 */
export interface Drafts {
  /** Texts read or written in this tab, as a store for components. */
  readonly texts: StoreApi<Record<string, string>>;
  read(place: string): string;
  /** Writes a text. `given`: part that the person did not type. */
  write(place: string, text: string, given?: string): void;
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

  /** Takes over the newest draft of a closed tab at `place` under this tab's name. */
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

  // Called on each keystroke, so the result is cached.
  const givens = new Map<string, string | undefined>();
  const givenAt = (place: string) => {
    if (!givens.has(place)) givens.set(place, readStored(keyOf(place))?.given);
    return givens.get(place);
  };

  const put = (place: string, text: string, given: string | undefined) => {
    givens.set(place, text === "" ? undefined : given);
    if (text === "") storage.remove(keyOf(place));
    else storage.set(keyOf(place), JSON.stringify({ text, given, at: now() } satisfies Draft));
    texts.setState({ [place]: text });
  };

  const write = (place: string, text: string, given = "") =>
    put(place, text, [givenAt(place), given].filter(Boolean).join("\n") || undefined);

  // Called during rendering, so it must not notify anybody.
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

  const give = (place: string, text: string) => {
    giveBack(place, text);
    write(place, read(place), text);
  };

  const isOwn = (place: string, text: string) => sharesNothing(text, givenAt(place) ?? "");

  forgetOld(storage, now());
  return { texts, read, write, giveBack, give, isOwn };
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
