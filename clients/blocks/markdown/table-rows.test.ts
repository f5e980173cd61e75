import { describe, expect, test } from "vitest";
import { GROUP_ROWS, tableOf } from "./table-rows";

const HEAD = "| a | b |\n|:--|--:|";
const rows = (count: number) => Array.from({ length: count }, (_, at) => `\n| ${at} | **x** |`).join("");

describe("tableOf", () => {
  test("groups rows, and loses no letter", () => {
    const table = tableOf(HEAD + rows(GROUP_ROWS + 3));

    expect(table?.groups.map((group) => group.split("\n").length)).toEqual([GROUP_ROWS, 3]);
    expect([table?.head, ...(table?.groups ?? [])].join("\n")).toBe(HEAD + rows(GROUP_ROWS + 3));
    expect(table?.rest).toBe("");
  });

  test("of a table that grew only the last group is another, wherever it is cut", () => {
    const text = HEAD + rows(3 * GROUP_ROWS);
    const whole = tableOf(text)?.groups ?? [];

    for (let end = HEAD.length; end <= text.length; end += 1) {
      const cut = tableOf(text.slice(0, end));
      expect(cut?.head, text.slice(0, end)).toBe(HEAD);
      expect(cut?.groups.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, (cut?.groups.length ?? 0) - 1)));
      expect(cut?.rest).toBe("");
    }
  });

  test("leaves what stands behind it", () => {
    expect(tableOf(`${HEAD}${rows(1)}\n\nNext par`)).toMatchObject({ rest: "Next par" });
    expect(tableOf(`${HEAD}${rows(1)}\n> quoted`)).toMatchObject({ rest: "> quoted" });
  });

  test.each(["| a | b |", "| a |\n| b |", "text\n---", "- | a |\n  |---|", "```\n| a |\n|---|\n```", ""])(
    "is null for %j",
    (block) => expect(tableOf(block)).toBeNull(),
  );
});
