import { describe, expect, test } from "vitest";
import { placeOf } from "./places";

/** The route that shows a path, and the props of its page. */
function pageOf(path: string) {
  const place = placeOf(path);
  return place?.kind === "page" ? [place.route.path, place.props] : null;
}

describe("a path in the panel", () => {
  test("is one of its own places", () => {
    expect(placeOf("/home")).toEqual({ kind: "chats" });
    expect(pageOf("/")).toEqual(["/", {}]);
    expect(pageOf("/home/chat")).toEqual(["/home/chat", {}]);
    expect(pageOf("/home/chat?q=hi")).toEqual(["/home/chat", { q: "hi" }]);
    expect(pageOf("/home/chat?shared=0199")).toEqual(["/home/chat", { shared: "0199" }]);
    expect(pageOf("/home/chat/a-name/0199#m")).toEqual([
      "/home/chat/$name/$uid",
      { name: "a-name", uid: "0199" },
    ]);
    expect(pageOf("/bots")).toEqual(["/bots", {}]);
    expect(pageOf("/bots/0199")).toEqual(["/bots/$uid", { uid: "0199" }]);
    expect(pageOf("/home/read/0199")).toEqual(["/home/read/$uid", { uid: "0199" }]);
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
