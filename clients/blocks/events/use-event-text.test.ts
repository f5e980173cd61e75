import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import english from "../../i18n/locales/en/audit.json";

// A built-in engine is named by its id (decision 0916).
test("each search engine that comes with the program has a name in the events about it", () => {
  const finders = readFileSync("server/platform/web_search/search-engines.toml", "utf8");
  const ids = [...finders.matchAll(/^\[(\w+)\]$/gm)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(10);
  const texts: Record<string, string> = english;
  expect(ids.filter((id) => !texts[`detail.${id}`])).toEqual([]);
});
