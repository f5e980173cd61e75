import { describe, expect, test } from "vitest";
import { type BlockSplit, splitBlocks } from "./split-blocks";

const SAMPLE = `# Title

A paragraph with **bold** text
over two lines.
- a list right after it
- second

  with a paragraph inside
  \`\`\`js
  let a = 1;

  let b = 2;
  \`\`\`

1. one
2. two

1.5 apples are no list.

| a | b |
|---|---|
| 1 | 2 |
after the table

> quote
lazy line

> another

\`\`\`python
def f():

    return "\`\`"
\`\`\`
Setext
======
    indented code

    goes on

$$
a
=
- b
$$

\\[
x + y
\\]

Costs $5, or \\(a+b\\).

<div>
html
</div>

---
[ref]: https://example.com "title"
See [it][ref].

~~~
open fence

still code`;

const blocksOf = (split: BlockSplit) => [...split.settled, split.tail];

/** Feeds `text` in pieces of random length and gives the blocks at the end. */
function feed(text: string, random: () => number): string[] {
  let split: BlockSplit | undefined;
  for (let end = 0; end < text.length; ) {
    end = Math.min(text.length, end + 1 + Math.floor(random() * 12));
    split = splitBlocks(text.slice(0, end), split);
  }
  return split ? blocksOf(split) : [""];
}

/** Mulberry32: the same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PIECES = [
  "word ",
  "two words",
  "\n",
  "\n\n",
  "\n\n",
  "- ",
  "* item\n",
  "1. ",
  "2) two\n",
  "# ",
  "## Head\n",
  "> ",
  ">",
  "```",
  "```js\n",
  "~~~\n",
  "`code`",
  "**",
  "$$",
  "$$\n",
  "\\[",
  "\\]\n",
  "| a | b |\n",
  "|---|---|\n",
  "    ",
  "  ",
  "\t",
  "---\n",
  "===\n",
  "***\n",
  "<div>\n",
  "</div>\n",
  "<!-- ",
  "-->\n",
  "[a]: /x\n",
  "[a]",
  "![i](http://x/y)",
  "\\",
  "é",
  "שלום ",
  "- [ ] task\n",
  "\r\n",
  "&lt;",
  "```md\n",
  "```\n",
  "\n```\n",
  "<details>\n",
  "</details>\n",
  "\\begin{align}\n",
  "\\end{align}\n",
];

describe("splitBlocks", () => {
  test("cuts a text into its blocks without losing a character", () => {
    const split = splitBlocks(SAMPLE);

    expect(blocksOf(split).join("")).toBe(SAMPLE);
    expect(split.settled.map((block) => block.trim().split("\n")[0])).toEqual([
      "# Title",
      "A paragraph with **bold** text",
      "- a list right after it",
      "1. one",
      "1.5 apples are no list.",
      "| a | b |",
      "> quote",
      "> another",
      "```python",
      "Setext",
      "indented code",
      "$$",
      "\\[",
      "Costs $5, or \\(a+b\\).",
      "<div>",
      "---",
      '[ref]: https://example.com "title"',
      "See [it][ref].",
    ]);
    expect(split.tail).toBe("~~~\nopen fence\n\nstill code");
    expect(split.definitions).toBe('[ref]: https://example.com "title"\n');
  });

  test("gives the same blocks for any chopping of the sample", () => {
    const whole = blocksOf(splitBlocks(SAMPLE));

    for (let seed = 1; seed <= 60; seed += 1) expect(feed(SAMPLE, seeded(seed))).toEqual(whole);
  });

  test("gives the same blocks for any chopping of any text", () => {
    for (let seed = 1; seed <= 800; seed += 1) {
      const random = seeded(seed);
      const text = Array.from({ length: 30 }, () => PIECES[Math.floor(random() * PIECES.length)]).join("");
      const blocks = feed(text, random);

      expect(blocks, JSON.stringify(text)).toEqual(blocksOf(splitBlocks(text)));
      expect(blocks.join("")).toBe(text.replace(/\r\n?/g, "\n"));
    }
  });

  test("never changes a settled block while the text grows", () => {
    let split = splitBlocks("");
    for (let end = 1; end <= SAMPLE.length; end += 1) {
      const next = splitBlocks(SAMPLE.slice(0, end), split);
      expect(next.settled.slice(0, split.settled.length)).toEqual(split.settled);
      split = next;
    }
  });

  test("starts over when the text is another one", () => {
    const before = splitBlocks("# One\n\nTwo\n\nThree");

    expect(blocksOf(splitBlocks("# Other\n\nText\n", before))).toEqual(["# Other\n\n", "Text\n"]);
  });
});
