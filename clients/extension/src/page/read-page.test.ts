import { afterEach, beforeEach, expect, test } from "vitest";
import { markedText } from "./read-page";

beforeEach(() => {
  // Nothing is laid out here: everything can be seen.
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
