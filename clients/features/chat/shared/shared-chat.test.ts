import { describe, expect, test } from "vitest";
import { branchOf, newestBelow, type SharedMessage } from "./shared-chat";

const message = (id: string, parent_id: string | null): SharedMessage => ({
  id,
  parent_id,
  role: "user",
  parts: [],
  model_name: null,
  created_at: "2026-11-21T00:00:00Z",
});
const chat = {
  leaf_id: "c",
  messages: [message("a", null), message("b", "a"), message("c", "a"), message("d", "b")],
};

describe("a shared chat", () => {
  test("is read along the branch that its owner saw", () => {
    expect(branchOf(chat, "c").map(({ message }) => message.id)).toEqual(["a", "c"]);
  });

  test("offers what stands beside a message, and goes on below it", () => {
    const versions = branchOf(chat, "c")[1]?.versions.map(({ id }) => id);
    expect(versions).toEqual(["b", "c"]);
    expect(newestBelow(chat, "b")).toBe("d");
  });

  test("is drawn whole without a leaf", () => {
    expect(branchOf(chat, null).map(({ message }) => message.id)).toEqual(["a", "b", "d"]);
  });
});
