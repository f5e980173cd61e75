import { describe, expect, test } from "vitest";
import { withoutPage } from "./page-build.ts";

describe("styles for pages", () => {
  test("measure in pixels, whatever the page's own size is", () => {
    expect(withoutPage(".a{gap:.25rem;font-size:1.5rem;width:calc(100% - 1rem)}")).toBe(
      ".a{gap:4px;font-size:24px;width:calc(100% - 16px)}",
    );
  });

  test("stand on our own ground", () => {
    expect(withoutPage(":root,:host{--a:1}:root[data-theme=dark]{--a:2}html{color:red}")).toBe(
      ".ensemble{--a:1}.ensemble[data-theme=dark]{--a:2}.ensemble{color:red}",
    );
  });

  test("register nothing and load nothing", () => {
    const css =
      "@font-face{font-family:X;src:url(x.woff2)}@property --tw-x{syntax:'*';inherits:false}.b{top:0}";
    expect(withoutPage(css)).toBe(".b{top:0}");
    const first =
      "@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))) or (color:rgb(from red r g b)){*{--x:0}}";
    expect(withoutPage(first)).toBe("@supports (display:block){*{--x:0}}");
  });
});
