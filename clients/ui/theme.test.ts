import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("clients/ui/theme.css", "utf8");
const [light = "", dark = ""] = css.split(':root[data-theme="dark"] {');

/** Returns the relative luminance of a neutral token: of a gray, it is the cube of its lightness. */
function luminance(theme: string, token: string): number {
  const lightness = Number(new RegExp(`--${token}: oklch\\(([\\d.]+)`).exec(theme)?.[1]);
  return lightness ** 3;
}

function contrast(theme: string, one: string, other: string): number {
  const [a, b] = [luminance(theme, one), luminance(theme, other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// screens.md, 16
describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (_, theme) => {
  test("a person's message stands out from the page, and is readable", () => {
    expect(contrast(theme, "bubble", "surface")).toBeGreaterThan(1.18);
    expect(contrast(theme, "ink", "bubble")).toBeGreaterThan(7);
    expect(contrast(theme, "muted", "bubble")).toBeGreaterThan(4.5);
  });
});
