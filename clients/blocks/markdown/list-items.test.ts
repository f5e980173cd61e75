import { describe, expect, test } from "vitest";
import { GROUP_ITEMS, listOf } from "./list-items";

const points = (count: number) => Array.from({ length: count }, (_, at) => `- point ${at}\n`).join("");

describe("listOf", () => {
  test("groups items, and loses no letter", () => {
    const list = listOf(points(GROUP_ITEMS + 3));

    expect(list?.groups.map((group) => group.split("\n").filter(Boolean).length)).toEqual([GROUP_ITEMS, 3]);
    expect(list?.groups.join("")).toBe(points(GROUP_ITEMS + 3).trimEnd());
    expect(list).toMatchObject({ start: null, loose: false, rest: "" });
  });

  test("of a list that grew only the last group is another", () => {
    const before = listOf(points(20))?.groups ?? [];
    const after = listOf(`${points(20)}- poi`)?.groups ?? [];

    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after.at(-1)).toContain("- poi");
  });

  test("is a list wherever it is cut, with the same groups before the last", () => {
    const text = "- one **thing**\n  - inner\n\n    more\n- `two`\n  lazy\n- [ ] three\n".repeat(6);
    const whole = listOf(text)?.groups ?? [];

    for (let end = 4; end <= text.length; end += 1) {
      const cut = listOf(text.slice(0, end));
      expect(cut?.rest, text.slice(0, end)).toBe("");
      expect(cut?.groups.slice(0, -1)).toEqual(whole.slice(0, (cut?.groups.length ?? 0) - 1));
      expect(text.startsWith(cut?.groups.join("") ?? "?")).toBe(true);
    }
  });

  test("keeps the first number, what belongs to items, and room between them", () => {
    const list = listOf("7. seven\n\n   - inner\n\n   ```sh\n   ls\n   ```\n\n8. eight\n");

    expect(list).toMatchObject({ start: 7, loose: true, rest: "" });
    expect(list?.groups[0]).toContain("   - inner");
  });

  test("leaves what stands behind it", () => {
    expect(listOf("- a\n- b\n\nNext par")).toMatchObject({ groups: ["- a\n- b"], rest: "Next par" });
  });

  test.each([
    "text\n\n- a",
    "* * *\n",
    "    - code",
    "**bold** - no",
    "-no",
    "1.5 apples",
    "```\n- a\n```",
    "",
  ])("is null for %j", (block) => expect(listOf(block)).toBeNull());
});
