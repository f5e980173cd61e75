import { describe, expect, test } from "vitest";
import { placeOf } from "./places";

describe("a path in the panel", () => {
  test("is one of its own places", () => {
    expect(placeOf("/home/chat")).toEqual({ kind: "new chat", query: undefined });
    expect(placeOf("/home/chat?q=hi")).toEqual({ kind: "new chat", query: "hi" });
    expect(placeOf("/home/chat?shared=0199")).toEqual({ kind: "new chat", shared: "0199" });
    expect(placeOf("/home/chat/a-name/0199#m")).toEqual({ kind: "chat", id: "0199", query: undefined });
    expect(placeOf("/home")).toEqual({ kind: "chats" });
    expect(placeOf("/bots/0199")).toEqual({ kind: "bots", id: "0199" });
    expect(placeOf("/home/read/0199")).toEqual({ kind: "reading", id: "0199" });
  });

  test("or a page of the web", () => {
    for (const path of [
      "/bots/create",
      "/home/read",
      "/bots/0199/edit",
      "/settings/models",
      "/home/chat/trash",
      "/login",
    ])
      expect(placeOf(path)).toBeNull();
  });
});
