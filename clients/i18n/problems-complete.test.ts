import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import english from "./locales/en/problems.json";

const contractFile = new URL("../../contract/problems.json", import.meta.url);

/** Codes as the server declares them, in whichever of its two shapes the table is written. */
function declaredCodes(): string[] {
  if (!existsSync(contractFile)) return [];
  const table = JSON.parse(readFileSync(contractFile, "utf8")) as unknown;
  const rows = Array.isArray(table) ? table : ((table as { problems?: unknown[] }).problems ?? []);
  return rows.map((row) => (row as { code: string }).code);
}

describe("problem texts", () => {
  test("exist for every problem the server declares", () => {
    expect(declaredCodes().filter((code) => !(code in english))).toEqual([]);
  });
});
