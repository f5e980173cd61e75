import { memoryStore } from "@ensemble/host/memory-host";
import { describe, expect, test } from "vitest";
import { createDrafts } from "./drafts";

const open = (storage: ReturnType<typeof memoryStore>, tab: string, at: number) =>
  storage.set(`tab/${tab}`, String(at));

describe("Drafts", () => {
  test("keeps every keystroke through a reload of the tab", () => {
    const storage = memoryStore();
    createDrafts(storage, "a").write("chat-1", "Hel");

    expect(createDrafts(storage, "a").read("chat-1")).toBe("Hel");
  });

  test("keeps the texts of two tabs at the same place apart", () => {
    const storage = memoryStore();
    open(storage, "a", Date.now());
    open(storage, "b", Date.now());
    const [first, second] = [createDrafts(storage, "a"), createDrafts(storage, "b")];

    first.write("chat-1", "from a");
    second.write("chat-1", "from b");

    expect(createDrafts(storage, "a").read("chat-1")).toBe("from a");
    expect(createDrafts(storage, "b").read("chat-1")).toBe("from b");
  });

  test("leaves the text of an open tab alone", () => {
    const storage = memoryStore();
    open(storage, "a", Date.now());
    createDrafts(storage, "a").write("chat-1", "being typed");

    expect(createDrafts(storage, "b").read("chat-1")).toBe("");
    expect(createDrafts(storage, "a").read("chat-1")).toBe("being typed");
  });

  test("takes up what a closed tab left, the newest first, and once", () => {
    const storage = memoryStore();
    createDrafts(storage, "a", () => Date.now() - 2_000).write("chat-1", "older");
    createDrafts(storage, "b", () => Date.now() - 1_000).write("chat-1", "newer");
    open(storage, "c", Date.now());

    expect(createDrafts(storage, "c").read("chat-1")).toBe("newer");
    expect(createDrafts(storage, "c").read("chat-1")).toBe("newer");
    expect(createDrafts(storage, "d").read("chat-1")).toBe("older");
  });

  test("forgets a text that was emptied", () => {
    const storage = memoryStore();
    const drafts = createDrafts(storage, "a");
    drafts.write("chat-1", "x");
    drafts.write("chat-1", "");

    expect(storage.keys()).toEqual([]);
  });

  test("gives refused text back in front of what was typed meanwhile", () => {
    const drafts = createDrafts(memoryStore(), "a");
    drafts.giveBack("chat-1", "refused");
    expect(drafts.read("chat-1")).toBe("refused");

    drafts.write("chat-1", "new");
    drafts.giveBack("chat-1", "refused");

    expect(drafts.read("chat-1")).toBe("refused\n\nnew");
  });

  test("drops what nobody asked for in two months", () => {
    const storage = memoryStore();
    createDrafts(storage, "a", () => Date.now() - 61 * 24 * 3_600_000).write("chat-1", "old");

    createDrafts(storage, "b");

    expect(storage.keys()).toEqual([]);
  });
});
