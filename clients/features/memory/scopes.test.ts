import { describe, expect, test } from "vitest";
import { scopeKey, scopeOf } from "./scopes";

describe("scopes", () => {
  test("are the same when they come back from a choice", () => {
    for (const scope of [
      { kind: "everywhere" },
      { kind: "bot", bot_id: "b" },
      { kind: "group", group_id: "g" },
    ] as const) {
      expect(scopeOf(scopeKey(scope))).toEqual(scope);
    }
  });

  test("that name nothing are everywhere", () => {
    expect(scopeOf("bot/")).toEqual({ kind: "everywhere" });
    expect(scopeOf("")).toEqual({ kind: "everywhere" });
  });
});
