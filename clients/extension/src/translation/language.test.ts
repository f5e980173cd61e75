import { describe, expect, test } from "vitest";
import { directionOf, hasWords, needsTranslation } from "./language";

describe("what needs no translation", () => {
  test("has no words", () => {
    for (const text of [
      "",
      "42",
      "12:30",
      "https://a.example/b?c",
      "me@a.example",
      "@olivia",
      "#news",
      "→",
      "<1/>",
      "A",
    ])
      expect(hasWords(text), text).toBe(false);
    for (const text of ["Hello", "灯", "<1>Hi</1>", "3 days", "C'è"]) expect(hasWords(text), text).toBe(true);
  });

  test("is in the language that is wanted already", () => {
    for (const [text, target, language] of [
      ["The keeper writes", "en", "en-GB"],
      ["灯塔很旧", "zh-CN", ""],
      ["灯塔很旧", "zh-CN", "zh"],
      ["とても古い灯台", "ja", ""],
      ["등대", "ko", ""],
      ["كانت المنارة قديمة", "ar", "ar"],
      ["Fyret er gammelt", "nb", "no"],
    ] as const)
      expect(needsTranslation(text, target, language), `${text} → ${target}`).toBe(false);
  });

  test("all else needs one", () => {
    for (const [text, target, language] of [
      ["The keeper writes", "en", ""],
      ["The keeper writes", "de", "en"],
      ["The keeper writes", "ar", ""],
      ["会社概要", "zh-CN", "ja"],
      ["会社概要", "de", "ja"],
      ["灯塔很旧", "ja", "zh"],
      ["灯塔很旧", "zh-TW", "zh-CN"],
      ["とても古い灯台", "zh-CN", ""],
      ["كانت المنارة قديمة", "fa", "ar"],
      ["Маяк был старым", "uk", "ru"],
    ] as const)
      expect(needsTranslation(text, target, language), `${text} → ${target}`).toBe(true);
  });
});

test("a translation runs as its language does, whatever its first word is", () => {
  for (const tag of ["ar", "fa", "he", "ur"]) expect(directionOf(tag), tag).toBe("rtl");
  for (const tag of ["en", "de", "zh-CN", "ja", "pt-BR"]) expect(directionOf(tag), tag).toBe("ltr");
});
