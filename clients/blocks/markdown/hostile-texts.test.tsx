import { HostProvider } from "@ensemble/host/HostContext";
import { memoryHost } from "@ensemble/host/memory-host";
import { startTexts } from "@ensemble/i18n/text";
import { act, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Markdown } from "./Markdown";
import { PlainBoundary } from "./plain/PlainBoundary";

beforeAll(() => startTexts("en", ["chat", "common", "problems"]));
afterEach(cleanup);

const nestedBy = (mark: string, levels: number) =>
  Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}${mark} x`).join("\n");

/**
 * Texts that broke a page, froze it, or may do so to a parser whose steps cost the square of the length. Those of many blocks stay below
 * the number that is rendered, as a test's document is slow to build.
 */
const HOSTILE: Record<string, string> = {
  "1,000 nested list marks": `${"- ".repeat(1_000)}x`,
  "1,000 nested numbers": `${"1. ".repeat(1_000)}x`,
  "1,000 nested stars": `${"* ".repeat(1_000)}x`,
  "6,000 quotes": `${">".repeat(6_000)} x`,
  "6,000 spaced quotes": `${"> ".repeat(6_000)}x`,
  "quotes and lists by turns": `${"> - ".repeat(2_000)}x`,
  "a list indented 400 levels": nestedBy("-", 400),
  "a numbered list indented 300 levels": nestedBy("1.", 300),
  "quotes deeper with each line": Array.from({ length: 300 }, (_, n) => `${">".repeat(n + 1)} x`).join("\n"),
  "100,000 inline formulas begun": "\\(".repeat(100_000),
  "100,000 display formulas begun": "\\[".repeat(100_000),
  "display formulas begun on lines": "\\[\n".repeat(20_000),
  "100,000 dollars": "$".repeat(100_000),
  "dollars and letters": "$x ".repeat(50_000),
  "double dollars on lines": "$$\nx\n\n".repeat(500),
  "a formula that never ends": `$$\n${"x + ".repeat(50_000)}`,
  "a formula nested 5,000 deep": `$$${"{".repeat(5_000)}x${"}".repeat(5_000)}$$`,
  "fractions in fractions": `$$${"\\frac{1}{".repeat(400)}x${"}".repeat(400)}$$`,
  "25,000 stars and underscores": "*_".repeat(25_000),
  "25,000 underscores and stars with letters": "*a_ ".repeat(25_000),
  "emphasis that never closes": "**a ".repeat(30_000),
  "emphasis by words": "_a".repeat(50_000),
  "stars alone": "*".repeat(100_000),
  "three stars and letters": "***a".repeat(25_000),
  tildes: "~a~~".repeat(25_000),
  "brackets begun": "[".repeat(100_000),
  "brackets begun and closed": `${"[".repeat(5_000)}x${"]".repeat(5_000)}`,
  "links begun": "[a](".repeat(30_000),
  "links with brackets": "[a](<b".repeat(20_000),
  "images begun": "![".repeat(50_000),
  "images in images": `${"![".repeat(2_000)}x${"](y)".repeat(2_000)}`,
  "references begun": "[a][".repeat(30_000),
  definitions: Array.from({ length: 800 }, (_, n) => `[${n}]: https://example.com/${n}`).join("\n"),
  "a definition without an end": `[${"a".repeat(50_000)}`,
  footnotes: "[^1]".repeat(20_000),
  "backticks of all lengths": Array.from({ length: 400 }, (_, n) => "`".repeat(n + 1)).join(" "),
  backticks: "`".repeat(100_000),
  "backticks and letters": "`a``".repeat(25_000),
  "fences begun": "```\n".repeat(801),
  "tilde fences begun": "~~~\n".repeat(801),
  "a fence of 300,000 characters": `\`\`\`js\n${"let a = 1;\n".repeat(30_000)}`,
  "a code line of 300,000 characters": `\`\`\`js\n${"a".repeat(300_000)}\n\`\`\``,
  "less-than signs": "<".repeat(100_000),
  "tags begun": "<a ".repeat(30_000),
  attributes: `<a ${"b=c ".repeat(20_000)}>`,
  "comments begun": "<!--".repeat(25_000),
  "instructions begun": "<?".repeat(50_000),
  "sections begun": "<![CDATA[".repeat(10_000),
  "addresses begun": "<https://a".repeat(10_000),
  "mail addresses": "a@".repeat(50_000),
  "mail addresses with dots": "a.b@c.".repeat(20_000),
  "addresses of the web": "www.".repeat(25_000),
  "addresses in a row": "https://a.b/c?".repeat(10_000),
  "closing brackets after an address": `https://example.com/${")".repeat(30_000)}`,
  entities: "&amp".repeat(30_000),
  "numbers of characters": "&#x41;".repeat(20_000),
  "a table of 3,000 columns": `|${" a |".repeat(3_000)}\n|${"-|".repeat(3_000)}\n|${" b |".repeat(3_000)}`,
  "a table of 2,500 rows": `|a|b|\n|-|-|\n${"|x|y|\n".repeat(2_500)}`,
  bars: "|".repeat(100_000),
  "rows of dashes": `${"a|".repeat(5_000)}\n${"-|".repeat(5_000)}`,
  "underlines of headings": "a\n=\n".repeat(800),
  "lines that may be headings": `${"a\n".repeat(50_000)}=`,
  headings: "# ".repeat(50_000),
  backslashes: "\\".repeat(100_000),
  "line ends with spaces": "a  \n".repeat(50_000),
  "blank lines": "\n".repeat(200_000),
  spaces: `a${" ".repeat(200_000)}b`,
  tabs: `${"\t".repeat(50_000)}x`,
  "list marks without text": "-\n".repeat(30_000),
  tasks: "- [ ] ".repeat(2_000),
  "one word of a million letters": "a".repeat(1_000_000),
  "a million lines": "a\n".repeat(1_000_000),
  "marks of merged answers": "[[agree:1,".repeat(20_000),
  "line breaks in HTML": "<br>".repeat(20_000),
  "joined characters": "👩‍👩‍👧‍👦".repeat(20_000),
  "marks above a letter": `a${"\u0301".repeat(100_000)}`,
  directions: "\u202e\u2066".repeat(30_000),
  "halves of characters": "\ud83d".repeat(50_000),
  zeros: "\0".repeat(50_000),
  "nested diagrams": `\`\`\`mermaid\ngraph TD\n${"A-->B\n".repeat(10_000)}\`\`\``,
};

const WORD = "lastword";

function Broken(): never {
  throw new RangeError("Maximum call stack size exceeded");
}

async function show(text: string, streaming = false): Promise<string> {
  const { container } = render(
    <HostProvider host={memoryHost()}>
      <Markdown text={text} streaming={streaming} whole />
    </HostProvider>,
  );
  await act(async () => {});
  return container.textContent ?? "";
}

describe("a hostile text is shown, and so is what follows it", () => {
  test.each(Object.entries(HOSTILE))("%s", async (_, text) => {
    expect(await show(`${text}\n\n${WORD}`)).toContain(WORD);
  });

  test.each(Object.entries(HOSTILE))("while it is written: %s", async (_, text) => {
    expect(await show(text.slice(0, 1_000), true)).toBeDefined();
  });
});

test("a text that cannot be rendered is shown as it was written, and what stands beside it stays", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const page = (source: string, child: ReactNode) => (
    <>
      <PlainBoundary source={source}>{child}</PlainBoundary>
      <p>beside</p>
    </>
  );
  const { container, rerender } = render(page("**as written**", <Broken />));
  expect(container.textContent).toBe("**as written**beside");
  rerender(page("**as written** and more", <b>rendered</b>));
  expect(container.textContent).toBe("renderedbeside");
});

test("a long text is rendered task by task, and is all there in the end", async () => {
  vi.useFakeTimers();
  const text = Array.from({ length: 500 }, (_, number) => `Paragraph ${number}.`).join("\n\n");
  const { container } = render(
    <HostProvider host={memoryHost()}>
      <Markdown text={text} />
    </HostProvider>,
  );
  // 10 islands of 12 blocks.
  expect(container.querySelectorAll("p")).toHaveLength(120);
  // 4 islands with each task.
  await act(() => vi.runAllTimersAsync());
  expect(container.querySelectorAll("p")).toHaveLength(168);
  for (let task = 0; task < 7; task += 1) await act(() => vi.runAllTimersAsync());
  expect(container.querySelectorAll("p")).toHaveLength(500);
  vi.useRealTimers();
});

test("what is beyond 200,000 characters or 2,400 blocks is shown as it was written", async () => {
  expect(await show(`${"a\n\n".repeat(70_000)}**${WORD}**`)).toContain(`**${WORD}**`);
  const { container } = render(
    <HostProvider host={memoryHost()}>
      <Markdown text={`${"a\n\n".repeat(2_500)}**${WORD}**`} whole />
    </HostProvider>,
  );
  expect(container.querySelectorAll("p")).toHaveLength(2_400);
  expect(container.querySelector(".markdown-plain")?.textContent).toBe(`${"a\n\n".repeat(100)}**${WORD}**`);
});
