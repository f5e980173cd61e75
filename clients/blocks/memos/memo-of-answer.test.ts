import type { Cite } from "@ensemble/contract/wire";
import { expect, test } from "vitest";
import { memoOfAnswer } from "./memo-of-answer";

const cite = (number: number, state: Cite["state"], quote: string | null): Cite =>
  ({ number, state, quote, statement: "The *sun* is cold" }) as Cite;

const SOURCES = [
  { number: 1, title: "Moon & [tides]", url: "https://example.org/a b" },
  { number: 2, title: "A letter", url: null },
  { number: 3, title: "Nobody's", url: "https://example.org/3" },
];

test("an answer keeps its sources, what was taken from them, and what stands in none", () => {
  const cites = [
    cite(1, "quoted", "The moon\npulls."),
    cite(1, "quoted", "The moon\npulls."),
    cite(2, "not_found", null),
  ];
  expect(memoOfAnswer("Tides rise [1, 2]. `a[1]`", SOURCES, cites, "Not found in sources")).toBe(
    [
      "Tides rise [[1]](<https://example.org/a%20b>)[2]. `a[1]`",
      "",
      "- [[1]](<https://example.org/a%20b>) Moon & \\[tides\\]",
      "  > The moon pulls.",
      "- [2] A letter",
      "",
      "- **Not found in sources**: The \\*sun\\* is cold [2]",
    ].join("\n"),
  );
});

test("an answer without sources is as it is", () => {
  expect(memoOfAnswer(" Tea [1](https://e.org) [9]\n", [], [], "x")).toBe("Tea [1](https://e.org) [9]");
});
