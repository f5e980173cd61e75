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

/** Components that the panel shows, with the area of their texts; the other pages of that area are not in the panel. */
const BLOCKS = {
  "blocks/citations/ReadPageDialog.tsx": "search",
  "blocks/memos/SaveAsMemo.tsx": "memos",
  "blocks/models/TokenCost.tsx": "models",
  "blocks/citations/UnfoundStatements.tsx": "search",
  "blocks/citations/UnreadNote.tsx": "search",
  "extension/src/powerups/PageRun.tsx": "powerups",
  "extension/src/powerups/PowerupPage.tsx": "powerups",
  "extension/src/powerups/PowerupsPage.tsx": "powerups",
  "features/artifacts/live/PanelCard.tsx": "artifacts",
  "features/powerups/history/ResultList.tsx": "powerups",
  "features/powerups/run/ParameterFields.tsx": "powerups",
  "features/powerups/run/RunBar.tsx": "powerups",
  "features/powerups/run/RunResult.tsx": "powerups",
  "features/powerups/run/SentList.tsx": "powerups",
} as const;

describe("texts of pages that the panel does not have", () => {
  test.each(["en", "ar", "zh-CN"])("are there as far as blocks in the panel say them: %s", (locale) => {
    for (const [block, area] of Object.entries(BLOCKS)) {
      const source = readFileSync(`${clients}/${block}`, "utf8");
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
