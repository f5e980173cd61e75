import { describe, expect, test } from "vitest";
import { localeRewrite, pathLocale } from "./path-locale";

const url = (path: string) => new URL(path, "https://ensemble.example");

describe("localeRewrite", () => {
  // spec §2: "The first path segment may be a locale code; the product can add, strip and detect it."
  test("takes the segment off and puts it back into every link", () => {
    expect(localeRewrite.input({ url: url("/ar/home/chat?q=1") }).pathname).toBe("/home/chat");
    expect(pathLocale()).toBe("ar");
    expect(localeRewrite.output({ url: url("/settings/general") }).pathname).toBe("/ar/settings/general");
  });

  test("drops the segment of a language the app is not offered in", () => {
    expect(localeRewrite.input({ url: url("/fr/login") }).pathname).toBe("/login");
    expect(pathLocale()).toBeNull();
    expect(localeRewrite.output({ url: url("/login") }).pathname).toBe("/login");
  });

  test("leaves other paths alone", () => {
    expect(localeRewrite.input({ url: url("/home/chat") }).pathname).toBe("/home/chat");
  });
});
