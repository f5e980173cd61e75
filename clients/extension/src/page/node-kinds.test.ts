import { expect, test, vi } from "vitest";
import { isArea, isElement, isLine, takesHtml } from "./node-kinds";

test("an element is known by what it is, whatever its form calls its fields", () => {
  const form = document.createElement("form");
  Object.defineProperty(form, "nodeType", { value: document.createElement("input") });
  expect(isElement(form)).toBe(true);
  expect(isElement(document.createTextNode("words"))).toBe(false);
  expect(isElement(window)).toBe(false);
  expect(isLine(document.createElement("input"))).toBe(true);
  expect(isArea(document.createElement("textarea"))).toBe(true);
});

test("a page takes elements of ours unless it makes others, as the browser's view of a feed does", () => {
  expect(takesHtml(document)).toBe(true);
  const feed = document.implementation.createHTMLDocument("Feed");
  vi.spyOn(feed, "createElement").mockImplementation(
    (name) => document.createElementNS(null, name) as unknown as HTMLElement,
  );
  expect(takesHtml(feed)).toBe(false);
});
