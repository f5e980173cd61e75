// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { filesOfCatalog, readCatalog } from "../../i18n/read-catalog";
import { panelCatalogs, panelTexts } from "./keep-small";

const clients = resolve(import.meta.dirname, "../..");
const keptOf = (locale: string, area: string) =>
  filesOfCatalog(locale, area).flatMap((file) =>
    Object.keys(JSON.parse(panelTexts(file) ?? "null") as object),
  );

/** The keys that every area can use. */
const sharedOf = (locale: string) =>
  ["common", "start"].flatMap((area) => Object.keys(readCatalog(locale, area)));

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
    for (const file of [...filesOfCatalog("en", "chat"), ...filesOfCatalog("en", "start")])
      expect(panelTexts(file), file).toBeNull();
    expect(panelTexts(`${clients}/blocks/citations/UnreadNote.tsx`)).toBeNull();
  });

  test("are no files of their own where nothing of them is left", () => {
    const listed = readFileSync(`${clients}/i18n/later-texts.ts`, "utf8");
    const kept = panelCatalogs(listed);
    for (const area of ["images", "frame", "server_settings"])
      expect(kept).toContain(`"!./locales/*/${area}${area === "frame" ? "/index.ts" : ".json"}"`);
    for (const area of ["chat", "problems", "search"]) expect(kept).not.toContain(`*/${area}.json`);
    expect(() => panelCatalogs("other")).toThrow();
  });

  test("are left out of problems that only those pages can cause", () => {
    const problems = `${clients}/i18n/locales/en/problems`;
    expect(panelTexts(`${problems}/images.json`)).toBe("{}");
    expect(panelTexts(`${problems}/chat.json`)).toBeNull();
    const shared = Object.keys(JSON.parse(panelTexts(`${problems}/shared.json`) ?? "{}") as object);
    expect(shared).toContain("ledger.insufficient_credits");
    expect(shared.filter((code) => code.startsWith("image_tools."))).toEqual([]);
  });
});
