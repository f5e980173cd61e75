import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("clients/ui/theme.css", "utf8");
const [light = "", dark = ""] = css.split(':root[data-theme="dark"] {');

/** Returns the relative luminance of a token, by the matrices of CSS Color 4 for Oklab. */
function luminance(theme: string, token: string): number {
  const value = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)`).exec(theme) ?? [];
  const [lightness = Number.NaN, chroma = 0, hue = 0] = value.slice(1).map(Number);
  const [a, b] = [Math.cos, Math.sin].map((part) => chroma * part((hue * Math.PI) / 180)) as [number, number];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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

  // A pointer that rests on a button is when people read it.
  test("a primary button is readable, also under the pointer", () => {
    // Both themes have the same.
    const label = luminance(light, "on-accent");
    for (const ground of ["accent", "accent-strong"])
      expect((label + 0.05) / (luminance(theme, ground) + 0.05), ground).toBeGreaterThan(4.5);
  });
});
