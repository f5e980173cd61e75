import { describe, expect, test } from "vitest";
import { withFormulas } from "./formula-text";

describe("withFormulas", () => {
  test.each([
    ["a line formula", "so $x^2$ holds", "so $$x^2$$ holds"],
    ["brackets in a line", "so \\(x^2\\) holds", "so $$x^2$$ holds"],
    ["a displayed one", "\\[\nx = 1\n\\]", "$$\nx = 1\n$$"],
    ["a displayed one on one line", "$$x = 1$$", "$$\nx = 1\n$$"],
    ["a displayed one in a list", "- so\n  \\[ x \\]", "- so\n  $$\n  x\n  $$"],
    ["fences that are right already", "$$\nx\n$$", "$$\nx\n$$"],
    ["prices", "It costs $5 and then $10.", "It costs $5 and then $10."],
    ["a range of prices", "$5-$10 or $3–$4", "$5-$10 or $3–$4"],
    ["a lone dollar", "US$ 5", "US$ 5"],
    ["an escaped dollar", "\\$x$", "\\$x$"],
    ["code in a line", "`$x$` and `\\(y\\)`", "`$x$` and `\\(y\\)`"],
    ["a fence", "```sh\necho $HOME $x$\n```", "```sh\necho $HOME $x$\n```"],
    ["an open fence", "```sh\necho $x$ \\(y\\)", "```sh\necho $x$ \\(y\\)"],
    ["text after code", "`$a$` then $b$", "`$a$` then $$b$$"],
    ["text without signs", "plain", "plain"],
  ])("reads %s", (_, markdown, expected) => {
    expect(withFormulas(markdown)).toBe(expected);
  });
});
