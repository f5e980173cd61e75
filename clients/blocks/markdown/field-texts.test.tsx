import { HostProvider } from "@ensemble/host/HostContext";
import { memoryHost } from "@ensemble/host/memory-host";
import { startTexts } from "@ensemble/i18n/text";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Markdown } from "./Markdown";

vi.mock("./Formula", () => ({
  Formula: ({ source, display }: { source: string; display?: boolean }) => (
    <i>{display ? `display ${source.replace(/\s+/g, " ")}` : source}</i>
  ),
}));
vi.mock("./CodeBlock", () => ({
  CodeBlock: ({ code, language }: { code: string; language: string }) => (
    <pre>{`${language}:${code.replaceAll("\n", "/")}`}</pre>
  ),
}));

beforeAll(() => startTexts("en", ["chat", "common", "problems"]));
afterEach(cleanup);

/** Returns the elements and texts that Markdown is rendered to: formulas as `<i>`, code blocks as `<pre>` on one line. */
function elementsOf(text: string): string {
  const { container } = render(
    <HostProvider host={memoryHost()}>
      <Markdown text={text} whole />
    </HostProvider>,
  );
  const html = container.querySelector(".markdown")?.innerHTML ?? "";
  return html
    .replace(/<\/?div[^>]*>/g, "")
    .replace(/ (?!href|open|dir)[a-z-]+="[^"]*"/g, "")
    .replace(/<code dir="ltr">/g, "<code>")
    .replace(/\n/g, "");
}

const a = (address: string, text = address) => `<a href="${address}">${text}</a>`;
const table = (head: string, ...rows: string[][]) => {
  const cells = (tag: string, texts: string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${cells("th", head.split(" "))}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table>`;
};

const TEXTS: Record<string, [string, string][]> = {
  "emphasis beside punctuation": [
    ["**“会引起”**渲染", "<p><strong>“会引起”</strong>渲染</p>"],
    ["**Step 1:**Do", "<p><strong>Step 1:</strong>Do</p>"],
    ["请**“注意”**安全", "<p>请<strong>“注意”</strong>安全</p>"],
    ["**中文（注释）**后面", "<p><strong>中文（注释）</strong>后面</p>"],
    ["**スクリプト「名前」**は", "<p><strong>スクリプト「名前」</strong>は</p>"],
    ["これは**「重要」**です。", "<p>これは<strong>「重要」</strong>です。</p>"],
    ["**인공지능(AI)**은 중요", "<p><strong>인공지능(AI)</strong>은 중요</p>"],
    ["이것은**‘강조’**입니다", "<p>이것은<strong>‘강조’</strong>입니다</p>"],
    ["*“斜体”*文字", "<p><em>“斜体”</em>文字</p>"],
    ["***“都要”***文字", "<p><em><strong>“都要”</strong></em>文字</p>"],
    ["~~“删除”~~文字", "<p><del>“删除”</del>文字</p>"],
    ["**`code`**的用法", "<p><strong><code>code</code></strong>的用法</p>"],
    ["价格**¥100。**另外**免费！**谢谢", "<p>价格<strong>¥100。</strong>另外<strong>免费！</strong>谢谢</p>"],
    ["**(a)** and **(b)**", "<p><strong>(a)</strong> and <strong>(b)</strong></p>"],
    ["**Note!**Read (**this**)", "<p><strong>Note!</strong>Read (<strong>this</strong>)</p>"],
    ["**foo(**bar**)**", "<p><strong>foo(<strong>bar</strong>)</strong></p>"],
    ["f*(x)*g and 2 ** 3 ** 4", "<p>f*(x)*g and 2 ** 3 ** 4</p>"],
    ["snake_case_name 和 “a_b”_c", "<p>snake_case_name 和 “a_b”_c</p>"],
  ],
  tildes: [
    ["3~5天，价格100~200元", "<p>3~5天，价格100~200元</p>"],
    ["~100 to ~200", "<p>~100 to ~200</p>"],
    ["~~gone~~ and ~kept~", "<p><del>gone</del> and ~kept~</p>"],
  ],
  addresses: [
    ["https://example.org/477，涵盖", `<p>${a("https://example.org/477")}，涵盖</p>`],
    ["见https://example.org/a。下一句", `<p>见${a("https://example.org/a")}。下一句</p>`],
    ["（https://example.org/a?b=c）", `<p>（${a("https://example.org/a?b=c")}）</p>`],
    ["「https://example.org/a」と", `<p>「${a("https://example.org/a")}」と</p>`],
    ["www.example.org/a、b", `<p>${a("http://www.example.org/a", "www.example.org/a")}、b</p>`],
    ["：www.example.org/a，b", `<p>：${a("http://www.example.org/a", "www.example.org/a")}，b</p>`],
    ["https://example.org，涵盖", `<p>${a("https://example.org/", "https://example.org")}，涵盖</p>`],
    ["**https://example.org/a**，更多", `<p><strong>${a("https://example.org/a")}</strong>，更多</p>`],
    ["“https://example.org/a”", `<p>“${a("https://example.org/a")}”</p>`],
    ["https://example.org/a، ثم", `<p>${a("https://example.org/a")}، ثم</p>`],
    ["邮件a@example.org，谢谢", `<p>邮件${a("mailto:a@example.org", "a@example.org")}，谢谢</p>`],
    ["邮件 a@example.org，谢谢", `<p>邮件 ${a("mailto:a@example.org", "a@example.org")}，谢谢</p>`],
    ["[说明，页](https://example.org/a)，好", `<p>${a("https://example.org/a", "说明，页")}，好</p>`],
    ["链接(https://example.org/a_(b))后面", `<p>链接(${a("https://example.org/a_(b)")})后面</p>`],
    ["(https://example.org/a)에서", `<p>(${a("https://example.org/a")})에서</p>`],
    ["https://example.org/a_(b), and", `<p>${a("https://example.org/a_(b)")}, and</p>`],
  ],
  "fences in fences": [
    [
      "```markdown\n# A\n\n```sh\nls\n```\n\nEnd\n```\n\nAfter",
      "<pre>markdown:# A//```sh/ls/```//End</pre><p>After</p>",
    ],
    ["```md\nText\n\n```\nls\n```\n\nEnd\n```", "<pre>md:Text//```/ls/```//End</pre>"],
    ["```markdown\n# A\n```\nAfter", "<pre>markdown:# A</pre><p>After</p>"],
    ["````markdown\n```js\nx\n```\n````\nAfter", "<pre>markdown:```js/x/```</pre><p>After</p>"],
    ["~~~markdown\n~~~js\nx\n~~~\n~~~\n\nAfter", "<pre>markdown:~~~js/x/~~~</pre><p>After</p>"],
    [
      "- a\n  ```md\n  ```sh\n  ls\n  ```\n  ```\n- b",
      '<ul dir="ltr"><li>a<pre>md:```sh/ls/```</pre></li><li>b</li></ul>',
    ],
    ["```js\nx\n```\n\n```js\ny\n```", "<pre>js:x</pre><pre>js:y</pre>"],
  ],
  dollars: [
    ["5$/month or 10$/month", "<p>5$/month or 10$/month</p>"],
    ["$HOME/$USER", "<p>$HOME/$USER</p>"],
    ["$" + "{A}/$" + "{B} and $(pwd)/$(ls)", "<p>$" + "{A}/$" + "{B} and $(pwd)/$(ls)</p>"],
    ["It costs $5 or 10$.", "<p>It costs $5 or 10$.</p>"],
    ["5$ to 10$ each, $5 each, 3$.", "<p>5$ to 10$ each, $5 each, 3$.</p>"],
    ["$20-$30/month, US$5–US$10, R$ 5 e R$ 10", "<p>$20-$30/month, US$5–US$10, R$ 5 e R$ 10</p>"],
    ["Cost ($) and price ($)", "<p>Cost ($) and price ($)</p>"],
    ["$PATH:$HOME", "<p>$PATH:$HOME</p>"],
    ["$AAPL/$TSLA rose", "<p>$AAPL/$TSLA rose</p>"],
    ["the $i$th of $n$", "<p>the <i>i</i>th of <i>n</i></p>"],
    ["其中$x^2$表示面积", "<p>其中<i>x^2</i>表示面积</p>"],
    ["$2 \\times 3$ is 6", "<p><i>2 \\times 3</i> is 6</p>"],
    ["$\\$0.60$", "<p><i>\\$0.60</i></p>"],
    ["costs $5\\$$ here", "<p>costs <i>5\\$</i> here</p>"],
    ["\\$5 and \\$6", "<p>$5 and $6</p>"],
  ],
  environments: [
    [
      "\\begin{align}\na &= b \\\\\n- c &= d\n\\end{align}",
      "<i>display \\begin{align} a &amp;= b \\\\ - c &amp;= d \\end{align}</i>",
    ],
    [
      "So\n\\begin{equation*}\nx\n\\end{equation*}\nholds",
      "<p>So</p><i>display \\begin{equation*} x \\end{equation*}</i><p>holds</p>",
    ],
    [
      "with \\begin{pmatrix}1\\\\2\\end{pmatrix} here",
      "<p>with <i>\\begin{pmatrix}1\\\\2\\end{pmatrix}</i> here</p>",
    ],
    ["a \\begin{align}x\\end{align} b", "<p>a <i>\\begin{aligned}x\\end{aligned}</i> b</p>"],
    ["$$\n\\begin{align}\nx\n\\end{align}\n$$", "<i>display \\begin{align} x \\end{align}</i>"],
    [
      "- so\n  \\begin{cases}\n  x\n  \\end{cases}",
      '<ul dir="ltr"><li>so<i>display \\begin{cases} x \\end{cases}</i></li></ul>',
    ],
    ["\\begin{itemize}\n\\item x\n\\end{itemize}", "<p>\\begin{itemize}\\item x\\end{itemize}</p>"],
    ["`\\begin{align}x\\end{align}`", "<p><code>\\begin{align}x\\end{align}</code></p>"],
  ],
  "formulas in tables": [
    ["| a | b |\n|---|---|\n| $|x|$ | 1 |", table("a b", ["<i>\\vert x\\vert</i>", "1"])],
    [
      "| a | b |\n|---|---|\n| \\(P(A|B)\\) | $$|y|$$ |",
      table("a b", ["<i>P(A\\vert B)</i>", "<i>\\vert y\\vert</i>"]),
    ],
    ["| $|x|$ | b |\n|---|---|\n| 1 | 2 |", table("<i>\\vert_x\\vert</i> b", ["1", "2"]).replace("_", " ")],
    ["| a | b |\n|---|---|\n| $5 | $6 |", table("a b", ["$5", "$6"])],
    ["| a | b |\n|---|---|\n| 5$ | 6$ |", table("a b", ["5$", "6$"])],
  ],
  HTML: [
    ["H<sub>2</sub>O and x<sup>2</sup>", "<p>H<sub>2</sub>O and x<sup>2</sup></p>"],
    ["a<br>b<br/>c<br />d", "<p>a<br>b<br>c<br>d</p>"],
    ["<kbd>Ctrl</kbd>+<kbd>**C**</kbd>", "<p><kbd>Ctrl</kbd>+<kbd><strong>C</strong></kbd></p>"],
    ["<u>a</u> <b>b</b> <sub onclick=x>c</sub> <sub>d", "<p><u>a</u> <b>b</b> <sub>c</sub> &lt;sub&gt;d</p>"],
    [
      "<details>\n<summary>More</summary>\n\nSome **text**\n\n- a\n\n</details>\n\nAfter",
      '<details><summary>More</summary><p>Some <strong>text</strong></p><ul dir="ltr"><li>a</li></ul></details><p>After</p>',
    ],
    [
      "<details><summary>A <b>b</b></summary>Text *x*</details>",
      "<details><summary>A <b>b</b></summary><p>Text <em>x</em></p></details>",
    ],
    [
      "<details open>\n<summary>A</summary>\n```js\n</details>\n```\n</details>",
      '<details open=""><summary>A</summary><pre>js:&lt;/details&gt;</pre></details>',
    ],
    [
      "<details>\n<summary>A</summary>\n<details>\n<summary>B</summary>\nx\n</details>\n</details>",
      "<details><summary>A</summary><details><summary>B</summary><p>x</p></details></details>",
    ],
    [
      "- a\n  <details><summary>B</summary>\n  x\n  </details>\n- c",
      '<ul dir="ltr"><li><p>a</p><details><summary>B</summary><p>x</p></details></li><li><p>c</p></li></ul>',
    ],
    ["| a |\n|---|\n| x<sup>2</sup><br>y |", table("a", ["x<sup>2</sup><br>y"])],
  ],
  "lists from the right": [
    [
      "- **React** مكتبة لبناء الواجهات\n- **Vue** إطار عمل",
      '<ul dir="rtl"><li><strong>React</strong> مكتبة لبناء الواجهات</li><li><strong>Vue</strong> إطار عمل</li></ul>',
    ],
    ["1. `npm` أداة\n2. ثانيًا", '<ol dir="rtl"><li><code>npm</code> أداة</li><li>ثانيًا</li></ol>'],
    [
      "- **Visual Studio Code** محرر\n  - Go\n  - لغة",
      '<ul dir="rtl"><li><strong>Visual Studio Code</strong> محرر<ul><li>Go</li><li>لغة</li></ul></li></ul>',
    ],
    [
      "> - **API** واجهة",
      '<blockquote dir="auto"><ul dir="rtl"><li><strong>API</strong> واجهة</li></ul></blockquote>',
    ],
    ["- The word كتاب means book", '<ul dir="ltr"><li>The word كتاب means book</li></ul>'],
    ["- 1\n- 2", '<ul dir="auto"><li>1</li><li>2</li></ul>'],
  ],
};

describe.each(Object.entries(TEXTS))("reads %s", (_, texts) => {
  test.each(texts)("%j", (text, expected) => {
    expect(elementsOf(text).replace(/<i><\/i>/g, "")).toBe(expected);
  });
});
