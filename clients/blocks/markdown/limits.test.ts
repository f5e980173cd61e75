import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BLOCK_MAX_CHARS,
  BLOCK_MAX_MARKS,
  hasUnparsableLine,
  isParsable,
  isParsableLine,
  MAX_DEPTH,
} from "./limits";
import { CHUNK_CHARS, chunksOf } from "./plain/plain-chunks";
import { lexBlocks, splitBlocks } from "./split-blocks";

test("a block is parsed up to 30,000 characters, 1,500 marks and 32 levels", () => {
  expect([BLOCK_MAX_CHARS, BLOCK_MAX_MARKS, MAX_DEPTH]).toEqual([30_000, 1_500, 32]);
  expect(isParsable("a".repeat(30_000))).toBe(true);
  expect(isParsable("a".repeat(30_001))).toBe(false);
  expect(isParsable("*".repeat(1_500))).toBe(true);
  expect(isParsable("*a\n".repeat(1_501))).toBe(false);
  expect(isParsableLine(`${"> ".repeat(32)}x`)).toBe(true);
  expect(isParsableLine(`${">".repeat(33)}x`)).toBe(false);
  expect(isParsableLine(`${"1. ".repeat(33)}x`)).toBe(false);
});

test("an item is as deep as it is indented, and other text is not deep at all", () => {
  expect(isParsableLine(`${" ".repeat(62)}- x`)).toBe(true);
  expect(isParsableLine(`${" ".repeat(64)}- x`)).toBe(false);
  expect(isParsableLine(`${" ".repeat(500)}drawn with spaces`)).toBe(true);
  expect(isParsableLine("-".repeat(500))).toBe(true);
  expect(isParsableLine("2024. A year")).toBe(true);
});

test("a line that is not parsed leaves the blocks around it as they are", () => {
  const deep = `${">".repeat(40)} x\n`;
  const text = `# Head\n\nBefore.\n\n${deep}\n- one\n- two\n\nAfter.\n`;
  expect(hasUnparsableLine(text)).toBe(true);
  const kinds = lexBlocks(text)
    .filter(({ type }) => type !== "space")
    .map(({ type, raw }) => [type, raw.trim()]);
  expect(kinds).toEqual([
    ["heading", "# Head"],
    ["paragraph", "Before."],
    ["paragraph", deep.trim()],
    ["list", "- one\n- two"],
    ["paragraph", "After."],
  ]);
  const code = `\`\`\`\n${deep}\`\`\`\n`;
  expect(lexBlocks(code).map(({ type }) => type)).toEqual(["code"]);
});

test("the chunks of a plain text add up to it, none cuts a character, and most end with a line", () => {
  expect(CHUNK_CHARS).toBe(4_000);
  expect(chunksOf("")).toEqual([]);
  expect(chunksOf(`${"a".repeat(3_000)}\n${"b".repeat(3_000)}`).map(({ length }) => length)).toEqual([
    3_001, 3_000,
  ]);
  const faces = "👩".repeat(5_001);
  expect(chunksOf(`x${faces}`).join("")).toBe(`x${faces}`);
  expect(chunksOf(`x${faces}`).every((chunk) => !/^[\uDC00-\uDFFF]/.test(chunk))).toBe(true);
});

const PIECES = [
  "> ",
  "- ",
  "1. ",
  "  ",
  "\n",
  "\n\n",
  "*",
  "_",
  "**",
  "~~",
  "`",
  "```\n",
  "$",
  "$$\n",
  "\\(",
  "\\[",
  "[",
  "](",
  "|",
  "|-|\n",
  "<",
  "<!--",
  "# ",
  "a",
  "word ",
  "&amp;",
  "@",
  "https://a.b/",
  "👩",
  "\t",
  "\\",
  "=",
];

/** Texts of Markdown's marks, each repeated. */
const hostileText = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 120 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((runs) => runs.map(([piece, times]) => piece.repeat(times)).join(""));

test("no text is lost when it is split into blocks, whole or while it grows", () => {
  fc.assert(
    fc.property(hostileText, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
      const allOf = ({ settled, tail }: { settled: readonly string[]; tail: string }) =>
        settled.join("") + tail;
      const first = splitBlocks(text.slice(0, Math.floor(text.length * part)));
      const grown = splitBlocks(text, first);
      expect(allOf(grown)).toBe(text);
      expect(allOf(splitBlocks(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});
