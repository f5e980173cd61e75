import i18next, { type BackendModule } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { type Direction, directionOf, isOffered, type OfferedLocale } from "./locales";
import type accounts from "./locales/en/accounts.json";
import type admin from "./locales/en/admin.json";
import type billing from "./locales/en/billing.json";
import type bots from "./locales/en/bots.json";
import type chat from "./locales/en/chat.json";
import type common from "./locales/en/common.json";
import type documents from "./locales/en/documents.json";
import type frame from "./locales/en/frame.json";
import type gateway from "./locales/en/gateway.json";
import type models from "./locales/en/models.json";
import type portability from "./locales/en/portability.json";
import type problems from "./locales/en/problems.json";
import type prompts from "./locales/en/prompts.json";
import type sharing from "./locales/en/sharing.json";
import type tools from "./locales/en/tools.json";

interface Texts {
  accounts: typeof accounts;
  admin: typeof admin;
  billing: typeof billing;
  bots: typeof bots;
  chat: typeof chat;
  common: typeof common;
  documents: typeof documents;
  frame: typeof frame;
  gateway: typeof gateway;
  models: typeof models;
  portability: typeof portability;
  problems: typeof problems;
  prompts: typeof prompts;
  sharing: typeof sharing;
  tools: typeof tools;
}

export type TextArea = keyof Texts;

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type WithoutPlural<Key> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;

/** The keys of one area's texts; `count` chooses among plural forms. */
export type TextKey<Area extends TextArea> = WithoutPlural<keyof Texts[Area] & string>;

export type TextValues = Record<string, string | number>;
export type Text<Area extends TextArea> = (key: TextKey<Area>, values?: TextValues) => string;

const files = import.meta.glob<{ default: Record<string, string> }>("./locales/*/*.json");

const bundledFiles: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, area, done) => {
    const load = files[`./locales/${language}/${area}.json`];
    if (!load) return done(null, {});
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

let starting: Promise<unknown> = Promise.resolve();

/** Starts the texts in one locale; resolves when `areas` can be shown without waiting. */
export async function startTexts(locale: OfferedLocale, areas: readonly TextArea[]): Promise<void> {
  starting = i18next
    .use(bundledFiles)
    .use(initReactI18next)
    .init({
      lng: locale,
      // An offered locale may still lack some texts; those show in English.
      fallbackLng: "en",
      load: "currentOnly",
      ns: areas,
      defaultNS: "common",
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  await starting;
}

/** Loads the texts of more areas; may be called while the first ones are still on their way. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  await starting;
  await i18next.loadNamespaces(areas);
}

export const changeLocale = async (locale: OfferedLocale): Promise<void> => {
  await i18next.changeLanguage(locale);
};

/** The texts of one area: `const text = useText("chat"); text("new_chat")`. Suspends until they are loaded. */
export function useText<Area extends TextArea>(area: Area): Text<Area> {
  const { t } = useTranslation(area);
  return t as unknown as Text<Area>;
}

export function useLocale(): { locale: OfferedLocale; direction: Direction } {
  const { i18n } = useTranslation();
  const locale = isOffered(i18n.language) ? i18n.language : "en";
  return { locale, direction: directionOf(locale) };
}
