// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { panelTexts } from "./keep-small";

const clients = resolve(import.meta.dirname, "../..");
const fileOf = (locale: string, area: string) => `${clients}/i18n/locales/${locale}/${area}.json`;
const keptOf = (locale: string, area: string) =>
  Object.keys(JSON.parse(panelTexts(fileOf(locale, area)) ?? "null") as object);

/** The keys that every area can use. */
const sharedOf = (locale: string) =>
  ["common", "start"].flatMap((area) =>
    Object.keys(JSON.parse(readFileSync(fileOf(locale, area), "utf8")) as object),
  );

/**
 * Blocks that answers and readings show in the panel, with the area of their texts; the pages of that area
 * are not in the panel.
 */
const BLOCKS = {
  "citations/ReadPageDialog.tsx": "search",
  "memos/SaveAsMemo.tsx": "memos",
  "models/TokenCost.tsx": "models",
  "citations/UnfoundStatements.tsx": "search",
  "citations/UnreadNote.tsx": "search",
} as const;

describe("texts of pages that the panel does not have", () => {
  test.each(["en", "ar", "zh-CN"])("are there as far as blocks in the panel say them: %s", (locale) => {
    for (const [block, area] of Object.entries(BLOCKS)) {
      const source = readFileSync(`${clients}/blocks/${block}`, "utf8");
      const said = [...source.matchAll(/\btext\("(\w+)"/g)].map(([, key]) => key as string);
      expect(said.length, block).toBeGreaterThan(0);
      const kept = [...keptOf(locale, area), ...sharedOf(locale)];
      for (const key of said)
        expect(
          kept.some((one) => one === key || one.startsWith(`${key}_`)),
          `${key} of ${block}`,
        ).toBe(true);
    }
  });

  test("are left out else, and others stay whole", () => {
    expect(keptOf("en", "frame")).toEqual([]);
    expect(keptOf("en", "search").length).toBeLessThan(10);
    expect(panelTexts(fileOf("en", "chat"))).toBeNull();
    expect(panelTexts(`${clients}/blocks/citations/UnreadNote.tsx`)).toBeNull();
  });
});
