import { describe, expect, test } from "vitest";
import { hostOf, safeLink } from "./safe-link";

describe("safeLink", () => {
  test.each(["https://example.com/a?b=c#d", "http://example.com/", "mailto:a@example.com", "tel:+49123"])(
    "lets %s through",
    (address) => {
      expect(safeLink(address)).toBe(address);
    },
  );

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "  javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "about:blank",
    "filesystem:https://example.com/x",
    "/api/accounts/sign-out",
    "//",
    "relative",
    "#fragment",
    "",
    "ftp://example.com",
    "view-source:https://example.com",
    "intent://x#Intent;end",
  ])("refuses %j", (address) => {
    expect(safeLink(address)).toBeNull();
  });
});

describe("hostOf", () => {
  test("names the site of web addresses only", () => {
    expect(hostOf("https://img.example.com:8443/a.png")).toBe("img.example.com:8443");
    expect(hostOf("data:image/png;base64,xx")).toBeNull();
    expect(hostOf("/a.png")).toBeNull();
  });
});
