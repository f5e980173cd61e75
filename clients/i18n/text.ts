import { useSyncExternalStore } from "react";
import { type Direction, directionOf, isComplete, type OfferedLocale } from "./locales";
import type accounts from "./locales/en/accounts.json";
import type admin from "./locales/en/admin.json";
import type affiliates from "./locales/en/affiliates.json";
import type audit from "./locales/en/audit.json";
import type billing from "./locales/en/billing.json";
import type bots from "./locales/en/bots.json";
import type caps from "./locales/en/caps.json";
import type chat from "./locales/en/chat.json";
import type common from "./locales/en/common.json";
import type conflict from "./locales/en/conflict.json";
import type desktop from "./locales/en/desktop.json";
import type documents from "./locales/en/documents.json";
import type extension from "./locales/en/extension.json";
import type frame from "./locales/en/frame.json";
import type gateway from "./locales/en/gateway.json";
import type humanizer from "./locales/en/humanizer.json";
import type library from "./locales/en/library.json";
import type memory from "./locales/en/memory.json";
import type memos from "./locales/en/memos.json";
import type mentions from "./locales/en/mentions.json";
import type models from "./locales/en/models.json";
import type notice from "./locales/en/notice.json";
import type notifications from "./locales/en/notifications.json";
import type page from "./locales/en/page.json";
import type portability from "./locales/en/portability.json";
import type problems from "./locales/en/problems.json";
import type prompts from "./locales/en/prompts.json";
import type reading from "./locales/en/reading.json";
import type resources from "./locales/en/resources.json";
import type rewards from "./locales/en/rewards.json";
import type search from "./locales/en/search.json";
import type search_assistant from "./locales/en/search_assistant.json";
import type settings from "./locales/en/settings.json";
import type sharing from "./locales/en/sharing.json";
import type spending from "./locales/en/spending.json";
import type start from "./locales/en/start.json";
import type teams from "./locales/en/teams.json";
import type toolkit from "./locales/en/toolkit.json";
import type tools from "./locales/en/tools.json";
import type translation from "./locales/en/translation.json";
import type trash from "./locales/en/trash.json";
import type voice from "./locales/en/voice.json";
import type writing from "./locales/en/writing.json";

interface Texts {
  accounts: typeof accounts;
  admin: typeof admin;
  affiliates: typeof affiliates;
  audit: typeof audit;
  billing: typeof billing;
  bots: typeof bots;
  caps: typeof caps;
  chat: typeof chat & typeof start;
  common: typeof common & typeof start;
  conflict: typeof conflict;
  desktop: typeof desktop;
  documents: typeof documents & typeof start;
  extension: typeof extension;
  frame: typeof frame & typeof start;
  gateway: typeof gateway;
  humanizer: typeof humanizer;
  library: typeof library;
  memory: typeof memory;
  memos: typeof memos;
  mentions: typeof mentions;
  models: typeof models;
  notice: typeof notice;
  notifications: typeof notifications;
  page: typeof page;
  portability: typeof portability;
  problems: typeof problems;
  prompts: typeof prompts;
  reading: typeof reading;
  resources: typeof resources;
  rewards: typeof rewards;
  search: typeof search;
  search_assistant: typeof search_assistant;
  settings: typeof settings;
  sharing: typeof sharing;
  spending: typeof spending;
  start: typeof start;
  teams: typeof teams;
  toolkit: typeof toolkit;
  tools: typeof tools;
  translation: typeof translation;
  trash: typeof trash;
  voice: typeof voice;
  writing: typeof writing;
}

export type TextArea = keyof Texts;

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutPlural<Key> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;

/** The keys of one area's texts; `count` chooses among plural forms. */
export type TextKey<Area extends TextArea> = WithoutPlural<keyof Texts[Area] & string>;

export type TextValues = Record<string, string | number>;
export type Text<Area extends TextArea> = (key: TextKey<Area>, values?: TextValues) => string;

export type TextFiles = Record<string, () => Promise<Record<string, string>>>;

/** What is shown until one can write; where the other texts are is asked for with them. */
const firstFiles: TextFiles = import.meta.glob<Record<string, string>>("./locales/*/start.json", {
  import: "default",
});

/** The areas of which the first page shows something: what it shows stands in `start`, and is theirs as well. */
const BEGIN_AT_START: ReadonlySet<string> = new Set<TextArea>(["frame", "common", "chat", "documents"]);

/** What is loaded, by `language/area`. */
const loaded = new Map<string, ReadonlyMap<string, string>>();
/** What was asked for, by `locale/area`. */
const coming = new Map<string, Promise<void>>();
/** Of these, why some could not be loaded: components hear of it until they are asked for anew. */
const failed = new Map<string, unknown>();
/** One function for each `locale/area` that is there, so that components see when their texts are others. */
const spoken = new Map<string, Text<TextArea>>();
const areasInUse = new Set<TextArea>();
const listeners = new Set<() => void>();
let current: OfferedLocale = "en";
let wanted: OfferedLocale = current;

/** Starts the texts in one locale; resolves when `areas` can be shown without waiting. */
export function startTexts(locale: OfferedLocale, areas: readonly TextArea[]): Promise<void> {
  current = locale;
  wanted = locale;
  return loadTexts(areas);
}

/** Loads the texts of more areas. What could not be loaded before is asked for again. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  forgetFailures();
  for (const area of areas) areasInUse.add(area);
  await Promise.all(areas.map((area) => load(current, area)));
}

/** Shows everything in another locale, once all that is in use has come. */
export async function changeLocale(locale: OfferedLocale): Promise<void> {
  forgetFailures();
  wanted = locale;
  await Promise.all([...areasInUse].map((area) => load(locale, area)));
  if (wanted !== locale) return;
  current = locale;
  tell();
}

/** The texts of one area: `const text = useText("chat"); text("new_chat")`. Suspends until they are loaded. */
export function useText<Area extends TextArea>(area: Area): Text<Area> {
  const locale = useSyncExternalStore(listenToTexts, currentLocale);
  const name = `${locale}/${area}`;
  const text = spoken.get(name);
  if (text) return text as unknown as Text<Area>;
  if (failed.has(name)) throw failed.get(name);
  areasInUse.add(area);
  throw load(locale, area);
}

export function useLocale(): { locale: OfferedLocale; direction: Direction } {
  const locale = useSyncExternalStore(listenToTexts, currentLocale);
  return { locale, direction: directionOf(locale) };
}

/** A text for what is said outside of components; null where there is none, or it has not been loaded. */
export function findText(
  area: TextArea,
  key: string,
  values?: Readonly<Record<string, unknown>>,
): string | null {
  return say(current, area, key, values);
}

/** Tells `listener` when other texts are to be shown: another locale, or an area that came. Gives what ends it. */
export function listenToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const currentLocale = () => current;

const tell = () => {
  for (const listener of listeners) listener();
};

function forgetFailures(): void {
  for (const name of failed.keys()) coming.delete(name);
  failed.clear();
}

function load(locale: OfferedLocale, area: TextArea): Promise<void> {
  const name = `${locale}/${area}`;
  const known = coming.get(name);
  if (known) return known;
  const files: Promise<void>[] = languagesOf(locale).map((language) => loadFile(language, area));
  if (BEGIN_AT_START.has(area)) files.push(load(locale, "start"));
  const asked = Promise.all(files).then(() => {
    spoken.set(name, (key, values) => say(locale, area, key, values) ?? key);
    tell();
  });
  coming.set(name, asked);
  asked.catch((error: unknown) => failed.set(name, error));
  return asked;
}

/** A locale that still lacks some texts shows those in English. */
const languagesOf = (locale: OfferedLocale): readonly string[] =>
  isComplete(locale) ? [locale] : [locale, "en"];

async function loadFile(language: string, area: TextArea): Promise<void> {
  const name = `./locales/${language}/${area}.json`;
  const file = firstFiles[name] ?? (await import("./later-texts")).LATER_TEXTS[name];
  loaded.set(`${language}/${area}`, new Map(Object.entries(file ? await file() : {})));
}

function say(
  locale: OfferedLocale,
  area: TextArea,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string | null {
  for (const language of languagesOf(locale)) {
    for (const file of BEGIN_AT_START.has(area) ? [area, "start"] : [area]) {
      const texts = loaded.get(`${language}/${file}`);
      const found = texts && (pluralOf(texts, language, key, values.count) ?? texts.get(key));
      if (found !== undefined) return fill(found, values);
    }
  }
  return null;
}

/** The form of a counted text that the language has for this number: `key_one`, `key_few`, …, else `key_other`. */
function pluralOf(
  texts: ReadonlyMap<string, string>,
  language: string,
  key: string,
  count: unknown,
): string | undefined {
  if (typeof count !== "number") return undefined;
  return texts.get(`${key}_${rulesOf(language).select(count)}`) ?? texts.get(`${key}_other`);
}

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

const fill = (text: string, values: Readonly<Record<string, unknown>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
