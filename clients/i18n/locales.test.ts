import { describe, expect, test } from "vitest";
import { PAGE_TEXT_AREAS } from "../extension/src/page-features/text-areas";
import { COMPLETE_LOCALES, LOCALES, type LocaleCode, OFFERED_FROM_SHARE, OFFERED_LOCALES } from "./locales";

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>(["./locales/*/*.json", "./locales/*/*/index.ts"], {
  eager: true,
  import: "default",
});
const nameOf = (path: string) => path.replace(/^\.\/locales\/[\w-]+\/|\.json$|\/index\.ts$/g, "");
const areas = [...new Set(Object.keys(files).map(nameOf))];
const textsOf = (locale: string, area: string): Texts =>
  files[`./locales/${locale}/${area}.json`] ?? files[`./locales/${locale}/${area}/index.ts`] ?? {};

const PLURAL = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(PLURAL, "");
const isPlural = (key: string, texts: Texts) => PLURAL.test(key) && `${base(key)}_other` in texts;

/**
 * Returns the keys a locale needs for an area: every English one, with the plural forms of its own language.
 */
function wantedKeys(locale: LocaleCode, area: string): string[] {
  const english = textsOf("en", area);
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const keys = Object.keys(english).flatMap((key) =>
    isPlural(key, english) ? forms.map((form) => `${base(key)}_${form}`) : [key],
  );
  return [...new Set(keys)];
}

const missing = (locale: LocaleCode) =>
  areas.flatMap((area) =>
    wantedKeys(locale, area)
      .filter((key) => !textsOf(locale, area)[key])
      .map((key) => `${area}.${key}`),
  );

const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe("texts", () => {
  test.each(COMPLETE_LOCALES)("are complete in %s", (locale) => {
    expect(missing(locale)).toEqual([]);
  });

  test("are offered only where enough is translated", () => {
    const total = areas.flatMap((area) => wantedKeys("en", area)).length;
    const complete = LOCALES.map(({ code }) => code).filter(
      (code) =>
        (code === "en" || missing(code).length / total <= 1 - OFFERED_FROM_SHARE) &&
        files[`./locales/${code}/frame/index.ts`],
    );
    expect(complete.toSorted()).toEqual([...OFFERED_LOCALES].toSorted());
  });

  // spec §3: "Locales: about 25 UI languages"; "right-to-left handling for Persian, Arabic and Hebrew."
  test("have a frame for 25 languages, of which three are written from the right", () => {
    expect(LOCALES).toHaveLength(25);
    const fromRight = LOCALES.filter(({ direction }) => direction === "rtl");
    expect(fromRight.map(({ code }) => code)).toEqual(["ar", "fa", "he"]);
  });

  // A key that differs in one language (a noun here, a verb there) must be in both.
  test("say once what areas share", () => {
    const inPages: readonly string[] = PAGE_TEXT_AREAS;
    const repeated = areas.flatMap((area) => {
      // Content scripts get only `common`, so their areas repeat texts of `start`.
      const shared = (inPages.includes(area) ? ["common"] : ["common", "start"]).filter(
        (one) => one !== area,
      );
      const isShared = (key: string) =>
        shared.some((one) =>
          COMPLETE_LOCALES.every((locale) => textsOf(locale, area)[key] === textsOf(locale, one)[key]),
        );
      return area === "start" ? [] : Object.keys(textsOf("en", area)).filter(isShared);
    });
    expect(repeated).toEqual([]);
  });

  test.each(["ar", "zh-CN"] as const)("have no key in %s that English lacks", (locale) => {
    const unknown = areas.flatMap((area) => {
      const known = new Set(Object.keys(textsOf("en", area)).map(base));
      return Object.keys(textsOf(locale, area)).filter((key) => !known.has(base(key)));
    });
    expect(unknown).toEqual([]);
  });

  test.each(["ar", "zh-CN"] as const)("use in %s only values that English is given", (locale) => {
    const wrong = areas.flatMap((area) => {
      const english = textsOf("en", area);
      return Object.entries(textsOf(locale, area)).filter(([key, text]) => {
        const model = english[key] ?? english[`${base(key)}_other`] ?? "";
        // A count is always passed, but "one" or "two" may be spelled out.
        const given = new Set([...variablesOf(model), ...(PLURAL.test(key) ? ["count"] : [])]);
        return variablesOf(text).some((name) => !given.has(name));
      });
    });
    expect(wrong).toEqual([]);
  });
});
