import { useSyncExternalStore } from "react";
import type { Catalogs } from "./catalogs.generated";
import { type Direction, directionOf, isComplete, type OfferedLocale } from "./locales";

export type TextArea = keyof Catalogs;

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutPlural<Key> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;

/** The keys every area can use besides its own; what the first page shows is limited to `start`. */
type SharedKey<Area extends TextArea> = [Area] extends ["start"]
  ? never
  : keyof (Catalogs["common"] & Catalogs["start"]);

/** The keys of one area's texts and of the shared ones; `count` chooses among plural forms. */
export type TextKey<Area extends TextArea> = WithoutPlural<(keyof Catalogs[Area] | SharedKey<Area>) & string>;

export type TextValues = Record<string, string | number>;
export type Text<Area extends TextArea> = (key: TextKey<Area>, values?: TextValues) => string;

export type TextFiles = Record<string, () => Promise<Record<string, string>>>;

/** Texts of the first screen; the addresses of all others are loaded on demand. */
const firstFiles: TextFiles = import.meta.glob<Record<string, string>>("./locales/*/start/index.ts", {
  import: "default",
});

/** Catalogs an area looks in, its own first. `start` comes with the first page, `common` with any other area. */
const catalogsOf = (area: TextArea): readonly TextArea[] =>
  area === "start" ? [area] : [...new Set<TextArea>([area, "common", "start"])];

/** Loaded texts by `language/area`. */
const loaded = new Map<string, ReadonlyMap<string, string>>();
/** Pending requests by `locale/area`. */
const coming = new Map<string, Promise<void>>();
/** Errors of failed requests; components throw them until the texts are requested again. */
const failed = new Map<string, unknown>();
/** Text functions per `locale/area`; a new function makes components render again. */
const spoken = new Map<string, Text<TextArea>>();
const areasInUse = new Set<TextArea>();
const listeners = new Set<() => void>();
let current: OfferedLocale = "en";
let wanted: OfferedLocale = current;

/** Loads the texts of a locale; resolves when `areas` are available. */
export function startTexts(locale: OfferedLocale, areas: readonly TextArea[]): Promise<void> {
  current = locale;
  wanted = locale;
  return loadTexts(areas);
}

/** Loads the texts of more areas, including ones that failed before. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  forgetFailures();
  for (const area of areas) areasInUse.add(area);
  await Promise.all(areas.map((area) => load(current, area)));
}

/** Switches the locale once all texts in use are loaded. */
export async function changeLocale(locale: OfferedLocale): Promise<void> {
  forgetFailures();
  wanted = locale;
  await Promise.all([...areasInUse].map((area) => load(locale, area)));
  if (wanted !== locale) return;
  current = locale;
  tell();
}

/**
 * Returns the texts of an area: `const text = useText("chat"); text("new_chat")`. Suspends until they are
 * loaded.
 */
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

/** Returns a text outside of components; null if it is missing or not loaded. */
export function findText(
  area: TextArea,
  key: string,
  values?: Readonly<Record<string, unknown>>,
): string | null {
  return say(current, area, key, values);
}

/** Calls `listener` when texts change: another locale, or a loaded area. Returns the unsubscribe function. */
export function listenToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the locale of the texts that are shown. */
export const currentLocale = (): OfferedLocale => current;

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
  for (const shared of catalogsOf(area)) if (shared !== area) files.push(load(locale, shared));
  const asked = Promise.all(files).then(() => {
    spoken.set(name, (key, values) => say(locale, area, key, values) ?? key);
    tell();
  });
  coming.set(name, asked);
  asked.catch((error: unknown) => failed.set(name, error));
  return asked;
}

/** Returns the languages to load: an incomplete locale falls back to English. */
const languagesOf = (locale: OfferedLocale): readonly string[] =>
  isComplete(locale) ? [locale] : [locale, "en"];

async function loadFile(language: string, area: TextArea): Promise<void> {
  const folder = `./locales/${language}/${area}`;
  const file = firstFiles[`${folder}/index.ts`] ?? (await laterFile(folder));
  loaded.set(`${language}/${area}`, new Map(Object.entries(file ? await file() : {})));
}

/** Returns the file of a catalog: an area's own, or the merged parts of a shared one. */
async function laterFile(folder: string) {
  const { LATER_TEXTS } = await import("./later-texts");
  return LATER_TEXTS[`${folder}.json`] ?? LATER_TEXTS[`${folder}/index.ts`];
}

/** Name that the operator gave the server. */
let serverName: string | null | undefined;

/** Sets the name that is shown in place of the product's; without one, the product's own. */
export const nameProduct = (name: string | null | undefined): void => {
  serverName = name;
};

function say(
  locale: OfferedLocale,
  area: TextArea,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): string | null {
  if (key === "product" && serverName) return serverName;
  for (const language of languagesOf(locale)) {
    for (const file of catalogsOf(area)) {
      const texts = loaded.get(`${language}/${file}`);
      const found = texts && (pluralOf(texts, language, key, values.count) ?? texts.get(key));
      if (found !== undefined) return fill(found, values);
    }
  }
  return null;
}

/** Returns the key of the plural form for a number: `key_one`, `key_few`, …, else `key_other`. */
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
