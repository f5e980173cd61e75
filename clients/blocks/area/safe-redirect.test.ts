import { describe, expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect";

describe("safeRedirect", () => {
  test.each([
    ["/home/chat", "/home/chat"],
    ["/home/chat?q=a%20b#m1", "/home/chat?q=a%20b#m1"],
    ["/settings/models", "/settings/models"],
    ["/ar/home/chat", "/home/chat"],
  ])("keeps the path %s", (wish, path) => {
    expect(safeRedirect(wish)).toBe(path);
  });

  test.each([
    [undefined],
    [42],
    [""],
    ["home"],
    ["https://evil.example/"],
    ["//evil.example"],
    ["///evil.example"],
    ["/\\evil.example"],
    ["\\\\evil.example"],
    ["/\t/evil.example"],
    ["/\n/evil.example"],
    ["\t//evil.example"],
    ["/%09/evil.example/../\t//x"],
    ["javascript:alert(1)"],
    ["/ /evil.example"],
    ["/ar//evil.example"],
    ["/./%5cevil\\x"],
    ["/..//evil.example"],
    [`/${"x".repeat(3000)}`],
  ])("goes to the start instead of %j", (wish) => {
    expect(safeRedirect(wish)).toBe("/");
  });

  test.each([["/login"], ["/login?redirectTo=/login"], ["/sign-up"], ["/auth-landing?x=1"], ["/ar/login"]])(
    "does not lead back to signing in: %s",
    (wish) => {
      expect(safeRedirect(wish)).toBe("/");
    },
  );
});
