import { describe, expect, test } from "vitest";
import { withoutMarkup } from "./without-markup";

describe("withoutMarkup", () => {
  test.each([
    ["## Heading\n\nA **bold** and *slanted* ~~old~~ `code`", "Heading A bold and slanted old code"],
    ["see [the docs](https://example.org/a_(b)) and ![image](x.png)", "see the docs and image"],
    ["cut off](https://example.org/a) here", "cut off here"],
    ["1. one\n2. two\n- three\n> four", "one two three four"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a b 1 2"],
    ["```js\nlet a = 1;\n```", "let a = 1;"],
    ["x<sub>2</sub> <br> y", "x2 y"],
    ["snake_case and 2 * 3 * 4 and a_b", "snake_case and 2 * 3 * 4 and a_b"],
    ["half **open", "half open"],
    ["plain text", "plain text"],
  ])("reads %j as %j", (source, text) => {
    expect(withoutMarkup(source).text).toBe(text);
  });

  test("keeps the places of marked words", () => {
    const source = "## The **quick** [brown fox](https://x.org)";
    const mark = (word: string): [number, number] => [
      source.indexOf(word),
      source.indexOf(word) + word.length,
    ];
    const { text, marks } = withoutMarkup(source, [mark("quick"), mark("fox")]);

    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["quick", "fox"]);
  });
});
