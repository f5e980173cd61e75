import { afterEach, describe, expect, test, vi } from "vitest";
import { outerPath, pathLocale, pathRewrite } from "./path-locale";

afterEach(() => vi.unstubAllGlobals());

const url = (path: string) => new URL(path, "https://ensemble.example");

describe("pathRewrite", () => {
  // spec §2: "The first path segment may be a locale code; the product can add, strip and detect it."
  test("takes the segment off and puts it back into every link", () => {
    expect(pathRewrite.input({ url: url("/ar/home/chat?q=1") }).pathname).toBe("/home/chat");
    expect(pathLocale()).toBe("ar");
    expect(pathRewrite.output({ url: url("/settings/general") }).pathname).toBe("/ar/settings/general");
  });

  test("drops the segment of a language the app is not offered in", () => {
    expect(pathRewrite.input({ url: url("/fr/login") }).pathname).toBe("/login");
    expect(pathLocale()).toBeNull();
    expect(pathRewrite.output({ url: url("/login") }).pathname).toBe("/login");
  });

  test("leaves other paths alone", () => {
    expect(pathRewrite.input({ url: url("/home/chat") }).pathname).toBe("/home/chat");
  });

  // issue 29 §3
  test("puts the path of the server before the segment", () => {
    vi.stubGlobal("basePath", "/ensemble");
    expect(pathRewrite.input({ url: url("/ensemble/ar/home/chat?q=1") }).href).toBe(
      url("/home/chat?q=1").href,
    );
    expect(pathRewrite.output({ url: url("/settings/general") }).pathname).toBe(
      "/ensemble/ar/settings/general",
    );
    expect(outerPath("/")).toBe("/ensemble/ar");
    expect(pathRewrite.input({ url: url("/ensemble/fr/login") }).pathname).toBe("/login");
    expect(outerPath("/login")).toBe("/ensemble/login");
    // Who comes past the proxy is led back under the path by the next link.
    expect(pathRewrite.input({ url: url("/home/chat") }).pathname).toBe("/home/chat");
  });
});
