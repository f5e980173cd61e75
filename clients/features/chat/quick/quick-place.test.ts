import { expect, test } from "vitest";
import { quickPlace } from "./quick-place";

test("the quick panel is for one chat, and everything else for the large window", () => {
  expect(quickPlace("/home/chat")).toEqual({ kind: "new chat" });
  expect(quickPlace("/home/chat/a-name/019a?x=1#m")).toEqual({ kind: "chat", id: "019a" });
  for (const path of ["/", "/home", "/home/chat/trash", "/bots", "/settings/general"])
    expect(quickPlace(path), path).toBeNull();
});
