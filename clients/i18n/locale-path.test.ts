import { describe, expect, test } from "vitest";
import { joinLocale, splitLocale } from "./locale-path";
import { chooseLocale, findLocale } from "./locales";

describe("splitLocale", () => {
  test.each([
    ["/ar/login", "ar", "/login"],
    ["/zh-cn/home/chat", "zh-CN", "/home/chat"],
    ["/ar", "ar", "/"],
    ["/ar/", "ar", "/"],
    ["/", null, "/"],
    ["/login", null, "/login"],
    ["/arabic/x", null, "/arabic/x"],
    ["/e7Gk2", null, "/e7Gk2"],
  ])("splits %s into %s and %s", (path, locale, rest) => {
    expect(splitLocale(path)).toEqual({ locale, pathname: rest });
  });

  test("is undone by joinLocale", () => {
    expect(joinLocale("ar", "/login")).toBe("/ar/login");
    expect(joinLocale("ar", "/")).toBe("/ar");
    expect(joinLocale(null, "/login")).toBe("/login");
  });
});

describe("findLocale", () => {
  test.each([
    ["ar-EG", "ar"],
    ["ZH-cn", "zh-CN"],
    ["zh-Hant", "zh-TW"],
    ["de_AT", "de"],
    ["xx", null],
    ["", null],
  ])("reads %s as %s", (tag, locale) => {
    expect(findLocale(tag)).toBe(locale);
  });
});

describe("chooseLocale", () => {
  test("prefers the path, then the setting, then the browser", () => {
    expect(chooseLocale({ path: "ar", setting: "zh-CN", browser: ["en"] })).toBe("ar");
    expect(chooseLocale({ path: null, setting: "zh-CN", browser: ["ar"] })).toBe("zh-CN");
    expect(chooseLocale({ path: null, setting: null, browser: ["fr-FR", "ar-EG"] })).toBe("ar");
  });

  test("falls back to English where nothing wished for is offered", () => {
    expect(chooseLocale({ path: "fr", setting: null, browser: ["de"] })).toBe("en");
  });
});
