import { expect, test } from "vitest";
import { withScheme } from "./web-address";

test("an address without a scheme is one of the web", () => {
  expect(withScheme(" example.org/a ")).toBe("https://example.org/a");
  expect(withScheme("http://example.org")).toBe("http://example.org");
  expect(withScheme("file:///etc/passwd")).toBe("file:///etc/passwd");
  expect(withScheme("  ")).toBe("");
});
