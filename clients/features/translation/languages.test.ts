// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES, sortedLanguages } from "./languages";

// spec §3: "about 45 translation languages"
test("the languages are those of the server", () => {
  const table = readFileSync("server/features/translation/src/languages.rs", "utf8");
  const tags = [...table.matchAll(/^ {4}\("([\w-]+)", "/gm)].map(([, tag]) => tag);
  expect(LANGUAGES).toEqual(tags);
});

test("they are named in the language of who reads", () => {
  const names = sortedLanguages("zh-CN").map(({ name }) => name);
  expect(names).toContain("德语");
  expect(new Set(names).size).toBe(LANGUAGES.length);
});
