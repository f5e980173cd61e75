// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Sites } from "../operations";
import { compileRegex } from "./regex/compile-regex";
import { runsOnPage } from "./sites";

interface Cases {
  matching: { sites: Sites; on: string[]; not_on: string[] }[];
  hostile: { sites: Sites; repeated: string }[];
}

/** The cases that the server is checked against, too. */
const cases = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../contract/fixtures/powerup-sites.json"), "utf8"),
) as Cases;

/** Returns the sites as the server stores them. */
const stored = ({ scope, patterns }: Sites): Sites => ({
  scope,
  patterns: patterns.map((one) => asStored(scope, one)),
});
const asStored = (scope: Sites["scope"], pattern: string): string => {
  if (scope === "site")
    return new URL(pattern.includes("://") ? pattern : `https://${pattern}`).hostname.replace(/^www\./, "");
  return scope === "url" ? pattern.replace(/#.*$/, "") : pattern;
};

describe("a PowerUP", () => {
  test.each(cases.matching)(
    "runs on the pages that the server says: $sites.patterns",
    ({ sites, on, not_on }) => {
      for (const url of on) expect(runsOnPage(stored(sites), url), url).toBe(true);
      for (const url of not_on) expect(runsOnPage(stored(sites), url), url).toBe(false);
    },
  );

  test.each(cases.hostile)("with a hostile pattern takes no time: $sites.patterns", ({ sites, repeated }) => {
    const url = `https://example.org/${repeated.repeat(6_000 / repeated.length)}`;
    const before = process.cpuUsage();
    runsOnPage(sites, url);
    // Of the processor, so that others who work on the machine make no difference.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  test("runs on no endless page, and a pattern that is too large nowhere", () => {
    const url = (length: number) => `https://example.org/${"a".repeat(length)}`;
    expect(runsOnPage({ scope: "all", patterns: [] }, url(8_000))).toBe(false);
    expect(runsOnPage({ scope: "all", patterns: [] }, url(100))).toBe(true);
    for (const pattern of [
      "((a{1,1000}){1,1000}){1,1000}",
      "(?:a?){20000}",
      "(",
      "[a",
      "\\p{Nothing}",
      "(?=a)",
    ])
      expect(runsOnPage({ scope: "regex", patterns: [pattern] }, url(100)), pattern).toBe(false);
    // Each step is followed at each character: this pattern gives up.
    expect(runsOnPage({ scope: "regex", patterns: ["(?:a?){6000}a{6000}b"] }, url(7_000))).toBe(false);
    expect(runsOnPage({ scope: "regex", patterns: ["(){1000000000}^{1000000000}"] }, url(1))).toBe(true);
  });
});

/** Patterns that mean the same in both languages. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ any: string; atom: string; seq: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(
      "a",
      "b",
      "c",
      ".",
      "\\d",
      "\\w",
      "[ab]",
      "[^a]",
      "[a-c\\d]",
      "\\b",
      "\\B",
      "^",
      "$",
      "\\.",
      "(?i:B)",
    ),
    tie("any").map((inner) => `(${inner})`),
    tie("any").map((inner) => `(?:${inner})`),
  ),
  seq: fc
    .array(fc.tuple(tie("atom"), fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?")), {
      maxLength: 4,
    })
    .map((parts) =>
      parts.map(([one, count]) => (/^(?:\^|\$|\\[bB])$/.test(one) ? one : one + count)).join(""),
    ),
  any: fc.array(tie("seq"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|")),
})).any;

test("regular expressions find what the browser's find, where both languages agree", () => {
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom("a", "b", "B", "c", "1", ".", "-"), maxLength: 6 }),
      (one, text) => {
        expect(compileRegex(one)?.(text), `${one} ${text}`).toBe(new RegExp(one).test(text));
      },
    ),
    { numRuns: 400, seed: 1090 },
  );
});
