import type { MessageOutline } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { detail, message } from "../test-messages";
import { isOutlined, threadOf, withWhole } from "./thread";

const place = (
  id: string,
  parentId: string | null,
  change: Partial<MessageOutline> = {},
): MessageOutline => ({
  id,
  parent_id: parentId,
  role: id.startsWith("a") ? "assistant" : "user",
  kind: "plain",
  state: "completed",
  batch_id: null,
  length: 400,
  ...change,
});
const outline = [place("q1", null), place("a1", "q1"), place("q2", "a1"), place("a2", "q2")];
const newest = { ...detail([message("q2", "a1"), message("a2", "q2")]), outline };

describe("threadOf", () => {
  test("gives every message its place, and those that came whole what they say", () => {
    const { messages } = threadOf(newest);

    expect(messages.map(({ id }) => id)).toEqual(["q1", "a1", "q2", "a2"]);
    expect(messages.map(isOutlined)).toEqual([true, true, false, false]);
    expect(messages[1]).toMatchObject({
      parent_id: "q1",
      role: "assistant",
      conversation_id: "c1",
      length: 400,
    });
  });

  test("keeps what was read before", () => {
    const q1 = message("q1", null);
    const { messages } = threadOf(newest, [q1]);

    expect(messages[0]).toBe(q1);
  });

  test("reads a message again that ended since it was read", () => {
    const halfWritten = message("a1", "q1", { state: "running" });
    const { messages } = threadOf(newest, [halfWritten]);

    expect(messages.map(isOutlined)).toEqual([true, true, false, false]);
  });
});

describe("withWhole", () => {
  test("fills places, and changes nothing that is there", () => {
    const thread = threadOf(newest);
    const filled = withWhole(thread, [message("a1", "q1"), message("a2", "q2", { parts: [] })]);

    expect(filled.messages.map(isOutlined)).toEqual([true, false, false, false]);
    expect(filled.messages[3]).toBe(thread.messages[3]);
  });
});
