import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markedText } from "./marked-text";
import { readPage } from "./read-page";

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
    getSelection: () => ({ isCollapsed: true, rangeCount: 1, toString: () => "typed" }),
  } as unknown as Document;
  expect(markedText(page)).toBe("");
});

const TRANSLATED = `<main><h1>Arden<ensemble-translation>Arden auf Deutsch</ensemble-translation></h1>
  <p id="lamp">The lamp burns oil.<ensemble-translation>Die Lampe brennt mit <b>Öl</b>.</ensemble-translation></p>
  <p>${"The keeper writes down the weather. ".repeat(12)}<ensemble-translation>Der Wärter schreibt.</ensemble-translation></p></main>`;

describe("a page that is translated", () => {
  test("is read as it was: no paragraph goes along twice", () => {
    document.body.innerHTML = TRANSLATED;
    document.getSelection()?.removeAllRanges();
    // This DOM does not count images itself.
    Object.defineProperty(document, "images", { configurable: true, value: [] });
    const { text, kind, pageWords } = readPage(document);
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
