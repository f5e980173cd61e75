import { expect, test } from "vitest";
import type { Schedule } from "./operations";
import { fieldsOf, newFields, titleOf, wishOf } from "./schedule-fields";

const fields = newFields("Europe/Berlin", new Date("2026-11-20T12:00:00Z"));

test("a schedule without a name is named after what it does", () => {
  expect(titleOf({ ...fields, prompt: "  What is new?\nMore" })).toBe("What is new?");
  expect([...titleOf({ ...fields, prompt: "é".repeat(90) })]).toHaveLength(61);
  expect(titleOf({ ...fields, kind: "reading", url: "https://example.com/a" })).toBe("example.com");
});

test("what is sent is what the fields were read from", () => {
  const wish = wishOf({ ...fields, prompt: "What is new?", monthCap: "30", model: "office/llama" });
  expect(wish).toMatchObject({
    title: "What is new?",
    input: { text: "What is new?", model: "office/llama", bot_id: null },
    month_cap: 30,
    run_cap: null,
  });
  const schedule = { ...wish, id: "s1" } as Schedule;
  expect(wishOf(fieldsOf(schedule))).toEqual(wish);
  expect(wishOf({ ...fields, runCap: "a lot" }).run_cap).toBe(0);
  const task = wishOf({ ...fields, kind: "agent", prompt: "Compare prices", agent: "search" });
  expect(task.input).toEqual({ text: "Compare prices", model: null, agent: "search" });
  expect(wishOf(fieldsOf({ ...task, id: "s2" } as Schedule))).toEqual(task);
  const url = "https://example.com/news";
  const tool = wishOf({ ...fields, kind: "powerup", powerupId: "p1", title: "News", url: ` ${url} ` });
  expect(tool.input).toEqual({ powerup_id: "p1", url });
  expect(wishOf(fieldsOf({ ...tool, id: "s3" } as Schedule))).toEqual(tool);
});
