import { expect, test } from "vitest";
import { blobOf } from "./watch-downloads";

test("reads addresses that hold their content, and no others", async () => {
  expect(await blobOf("data:text/csv,a%2Cb")?.text()).toBe("a,b");
  expect(await blobOf("data:text/plain;charset=utf-8;base64,aGk=")?.text()).toBe("hi");
  expect(blobOf("data:text/plain,%")).toBeNull();
  expect(blobOf("https://example.org/a")).toBeNull();
});
