import { beforeEach, describe, expect, test } from "vitest";
import { hasFormat, ownPart, rangeIn, readRich } from "./rich-text";
import { threadText } from "./thread-text";

/** Returns the element with `id=f` of a page. */
function editor(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.getElementById("f") as HTMLElement;
}

const all = (element: HTMLElement) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
};

beforeEach(() => {
  // There is no layout here.
  Element.prototype.checkVisibility = function checkVisibility() {
    return this.closest("[hidden]") === null;
  };
  document.getSelection()?.removeAllRanges();
});

describe("the text of an editor", () => {
  test.each([
    ["<div>one</div><div>two <b>bold</b></div>", "one\ntwo bold"],
    ["one<br>two", "one\ntwo"],
    ["<div>one</div><div><br></div><div>two</div>", "one\n\ntwo"],
    ["<p>one</p>\n  <p>two</p>", "one\ntwo"],
    ["<ul><li>one</li><li>two</li></ul>", "one\ntwo"],
    ["a\u00a0b", "a b"],
    ["<div><br></div>", ""],
  ])("is in lines: %s", (html, text) => {
    expect(readRich(all(editor(`<div id="f">${html}</div>`))).text).toBe(text);
  });

  test("knows where each of its characters stands", () => {
    const element = editor(`<div id="f"><div>She <i>go</i> home.</div><div>Then we rest.</div></div>`);
    const read = readRich(all(element));
    for (const words of ["go", "She go", "home.", "we", "rest."]) {
      const start = read.text.indexOf(words);
      expect(rangeIn(read, start, start + words.length)?.toString(), words).toBe(words);
    }
    expect(rangeIn(read, read.text.length, read.text.length)?.collapsed).toBe(true);
    expect(rangeIn({ text: "", pieces: [] }, 0, 0)).toBeNull();
  });

  test("ends where a quotation begins that is behind it", () => {
    const mail = editor(`<div id="f"><div>Yes</div><blockquote>Could you come?</blockquote></div>`);
    expect(readRich(ownPart(mail)).text).toBe("Yes");
    const empty = editor(`<div id="f"><div><br></div><div class="gmail_quote">Could you come?</div></div>`);
    expect(readRich(ownPart(empty)).text).toBe("");
    const forum = editor(`<div id="f"><blockquote>Could you?</blockquote><p>Yes.</p></div>`);
    expect(readRich(ownPart(forum)).text).toBe("Could you?\nYes.");
  });

  test("has a format where plain words would lose something", () => {
    expect(hasFormat(all(editor(`<div id="f"><div>plain</div></div>`)))).toBe(false);
    expect(hasFormat(all(editor(`<div id="f">a <a href="/x">link</a></div>`)))).toBe(true);
  });
});

describe("a reply answers", () => {
  const LONG = "Could you come to the harbour on Friday? The boat leaves at ten, and the keeper waits.";

  test("what is quoted in the field", () => {
    expect(threadText(editor(`<p>Other</p><div id="f"><br><blockquote>${LONG}</blockquote></div>`))).toBe(
      LONG,
    );
    const lines = LONG.replace("? ", "?\n> ");
    expect(threadText(editor(`<textarea id="f">&gt; ${lines}\n\n</textarea>`))).toBe(
      LONG.replace("? ", "?\n"),
    );
  });

  test("else what can be read above it, without menus, fields and what is hidden", () => {
    const field = editor(`<main><nav>Inbox and many other words of a menu</nav><h2>The boat</h2><p>${LONG}</p>
      <p hidden>nobody sees this</p><input value="secret"><button>Archive this now</button><textarea id="f"></textarea>
      <p>below</p></main>`);
    expect(threadText(field)).toBe(`The boat\n${LONG}`);
  });

  test("the end of what is very long", () => {
    const field = editor(`<div>${`<p>${LONG}</p>`.repeat(200)}<textarea id="f"></textarea></div>`);
    const thread = threadText(field);
    expect(thread.length).toBeLessThanOrEqual(6_000);
    expect(thread.startsWith("Could you")).toBe(true);
  });

  test("nothing where there is nothing", () => {
    expect(threadText(editor(`<h1>New</h1><textarea id="f"></textarea>`))).toBe("");
  });
});
