import { expect, test } from "vitest";
import { cleanStyles, cleanSvg } from "./clean-svg";

// Scripts and style sheets in images are tested in Chromium (the journey of hostile texts), because this DOM
// executes neither.
const wrap = (inner: string) => `<svg viewBox="0 0 100 50.2" style="max-width:3px">${inner}</svg>`;

test("what leads out or is fetched is not in the picture, and what belongs to it stays", () => {
  const { svg, width, height } = cleanSvg(
    wrap(
      `<g onclick="a()"><text>x</text></g><image href="https://outside.invalid/a.png"></image>` +
        `<rect style="fill:url(https://outside.invalid/#a)"></rect><path marker-end="url(#arrow)"></path>` +
        `<a href="javascript:1"><text>y</text></a>`,
    ),
  );
  expect(svg).not.toMatch(/outside\.invalid|onclick|javascript|max-width/);
  expect(svg).toContain(">x<");
  expect(svg).toContain("url(#arrow)");
  expect([width, height]).toEqual([100, 51]);
});

test("rules that fetch are left out, the others stay", () => {
  expect(cleanStyles("@import url(x.css); a{color:red} b{background:url('http://x')} c{d:e}")).toBe(
    " a{color:red} c{d:e}",
  );
});

test("a picture without a size is none", () => {
  expect(() => cleanSvg("<svg></svg>")).toThrow();
  expect(() => cleanSvg(`<svg viewBox="0 0 9999999 9"></svg>`)).toThrow();
});
