import { expect, test } from "vitest";
import { asDescription } from "./omnibox";

test("a chat's title in the address bar is text, whatever is in it", () => {
  expect(asDescription('Tom & <b>Jerry</b>\n"it\'s"', true)).toBe(
    "Tom &#38; &#60;b&#62;Jerry&#60;/b&#62; &#34;it&#39;s&#34;",
  );
  expect(asDescription("a < b", false)).toBe("a < b");
});
