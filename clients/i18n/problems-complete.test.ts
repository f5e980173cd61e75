import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import english from "./locales/en/problems.json";

interface Row {
  code: string;
  text: string;
}

/** The server's table of problems, written by its own tests. */
const declared = JSON.parse(
  readFileSync(new URL("../../contract/problems.json", import.meta.url), "utf8"),
) as Row[];

describe("problem texts", () => {
  test("say in English what the server says", () => {
    const texts: Record<string, string> = english;
    const differing = declared.filter(({ code, text }) => texts[code] !== text).map(({ code }) => code);
    expect(differing).toEqual([]);
  });

  test("exist for no problem that is gone", () => {
    const known = new Set(declared.map(({ code }) => code));
    const gone = Object.keys(english).filter((code) => !known.has(code) && !code.startsWith("client."));
    expect(gone).toEqual([]);
  });
});
