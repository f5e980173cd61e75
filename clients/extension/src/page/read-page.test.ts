import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runAtOnce } from "../slices";
import { markedText } from "./marked-text";
import { readSeen } from "./read-page";
import { seePage } from "./see-page";

const readPage = (page: Document) => readSeen(runAtOnce(seePage(page)));

beforeEach(() => {
  // There is no layout here: everything is visible.
  Element.prototype.checkVisibility = () => true;
});
afterEach(() => document.body.replaceChildren());

function mark(html: string, selector: string): void {
  document.body.innerHTML = html;
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector) as Element);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

// 0736: what somebody has typed is never read
test("what is marked of a page goes along, and nothing that was typed there", () => {
  mark("<main><p>The lamp burns oil.</p></main>", "p");
  expect(markedText(document)).toBe("The lamp burns oil.");
  mark('<div contenteditable><p id="mine">My own words.</p></div>', "#mine");
  expect(markedText(document)).toBe("");
  mark(
    "<main><p>The lamp burns oil.</p><div contenteditable>My own words.</div><textarea>And these.</textarea><p>It is old.</p></main>",
    "main",
  );
  expect(markedText(document)).toBe("The lamp burns oil.\n\nIt is old.");
});

test("words that are marked in a field are not among the page's, though a browser says so", () => {
  const page = {
    activeElement: null,
    getSelection: () => ({ isCollapsed: true, rangeCount: 1, toString: () => "typed" }),
  } as unknown as Document;
  expect(markedText(page)).toBe("");
});

test("a selection around shadow roots has what is shown in them, without what is hidden or typed", async () => {
  document.body.innerHTML =
    "<p>Before.</p><p>First words.</p><div id=h><b>put in</b></div><p>Last words.</p>";
  const root = document.getElementById("h")?.attachShadow({ mode: "open" }) as ShadowRoot;
  root.innerHTML = `<p>In the root, <slot></slot>.</p><p style="opacity:0">Hidden.</p><input value="typed">`;
  const [, first, last] = document.querySelectorAll("p");
  document.getSelection()?.setBaseAndExtent(first?.firstChild as Node, 6, last?.firstChild as Node, 4);
  const { text, kind } = await readPage(document);
  expect({ text, kind }).toEqual({ text: "words.\n\nIn the root, put in.\n\nLast", kind: "selection" });
});

// Issue 28: "Least privilege: what of the page is read stands in the manifest"
test("of a page only the part is read that is wanted", () => {
  mark("<main><p>The lamp burns oil.</p><p>It is old.</p></main>", "p");
  const selection = runAtOnce(seePage(document, "selection"));
  expect(selection).toMatchObject({ selected: "The lamp burns oil.", tree: "" });
  const all = runAtOnce(seePage(document, "all"));
  expect(all).toMatchObject({ selected: "", selectedTree: "" });
  expect(all?.tree).toContain("It is old.");
});

const TRANSLATED = `<main><h1>Arden<ensemble-translation>Arden auf Deutsch</ensemble-translation></h1>
  <p id="lamp">The lamp burns oil.<ensemble-translation>Die Lampe brennt mit <b>Öl</b>.</ensemble-translation></p>
  <p>${"The keeper writes down the weather. ".repeat(12)}<ensemble-translation>Der Wärter schreibt.</ensemble-translation></p></main>`;

describe("a page that is translated", () => {
  test("is read as it was: no paragraph goes along twice", async () => {
    document.body.innerHTML = TRANSLATED;
    document.getSelection()?.removeAllRanges();
    // This DOM does not count images itself.
    Object.defineProperty(document, "images", { configurable: true, value: [] });
    const { text, kind, pageWords } = await readPage(document);
    expect(kind).toBe("main");
    expect(text).toContain("The lamp burns oil.");
    expect(text).not.toMatch(/Lampe|Wärter|Deutsch/);
    expect(pageWords).toBe(1 + 4 + 12 * 6);
  });

  test("has what is marked of it go along once; a translation, where that is what is marked", () => {
    mark(TRANSLATED, "#lamp");
    expect(markedText(document)).toBe("The lamp burns oil.");
    mark(TRANSLATED, "main");
    expect(markedText(document)).toMatch(/^# Arden\n\nThe lamp burns oil\.\n\nThe keeper/);
    expect(markedText(document)).not.toMatch(/Lampe|Wärter/);
    mark(TRANSLATED, "#lamp ensemble-translation");
    expect(markedText(document)).toBe("Die Lampe brennt mit Öl.");
  });
});

describe("the words of a page", () => {
  const SENTENCE = "The keeper writes down the weather every evening. ";
  const read = (html: string) => {
    document.body.innerHTML = html;
    document.getSelection()?.removeAllRanges();
    return readPage(document);
  };

  test("are those that are seen", async () => {
    const { text } = await read(`<p>Seen.<span style="position:absolute;left:-9999px"> far</span></p>
      <p style="opacity:0">opaque</p><p style="font-size:0">small <span style="font-size:16px">Seen, too.</span></p>
      <p style="visibility:hidden">hidden <b style="visibility:visible">And seen.</b></p><p style="display:none">none</p>
      <p style="color:transparent">clear</p><p>日本<ruby>灯台<rt>とうだい</rt></ruby></p>`);
    expect(text).toBe("Seen.\n\nSeen, too.\n\nAnd seen.\n\n日本灯台");
  });

  test("are those in elements without a box, and in shadow roots with what is put into them", async () => {
    Element.prototype.checkVisibility = function checkVisibility() {
      return getComputedStyle(this).display !== "contents";
    };
    expect((await read(`<div style="display:contents"><p>${SENTENCE}</p></div>`)).text).toBe(SENTENCE.trim());
    document.body.innerHTML = "<div id=h><p>Put into it.</p></div>";
    const root = document.getElementById("h")?.attachShadow({ mode: "open" }) as ShadowRoot;
    root.innerHTML = "<main><h1>Title</h1><slot></slot></main>";
    expect((await readPage(document)).text).toBe("# Title\n\nPut into it.");
  });

  test("are read in slices just the same, however many there are", async () => {
    document.body.innerHTML = `<main>${`<p>${SENTENCE}</p>`.repeat(4_500)}</main>`;
    const { pageWords, kind, isCut } = await readPage(document);
    expect({ pageWords, kind, isCut }).toEqual({ pageWords: 8 * 4_500, kind: "main", isCut: false });
  });
});
