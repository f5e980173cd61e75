// @vitest-environment node
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "./zip";

const entry = (name: string, text: string) => ({ name, content: new TextEncoder().encode(text) });
const files = [entry("manifest.json", "{}"), entry("a/b.js", "x".repeat(5_000)), entry("é.txt", "")];

test("the same files give the same bytes, in whichever order they come", () => {
  expect(zipOf([...files].reverse())).toEqual(zipOf(files));
});

test("what is packed can be unpacked", () => {
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  try {
    writeFileSync(join(folder, "all.zip"), zipOf(files));
    const unpack =
      "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])";
    execFileSync("python3", ["-c", unpack, join(folder, "all.zip"), folder]);
    expect(readFileSync(join(folder, "a/b.js"), "utf8")).toBe("x".repeat(5_000));
    expect(readFileSync(join(folder, "é.txt"), "utf8")).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
