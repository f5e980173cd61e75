import { expect, test } from "vitest";
import { findPassage } from "./passage-in-page";

const shown = (html: string) => {
  const element = document.createElement("div");
  element.innerHTML = html;
  return element;
};
const said = (html: string, passage: string) => findPassage(shown(html), passage)?.toString() ?? null;

test("a passage is found in what is shown, whatever its marks and its white space", () => {
  const page = "<h1>Tides</h1><p>The <b>moon</b> pulls\n  the sea.</p><p>Twice a day.</p>";
  expect(said(page, "pulls the sea.")).toBe("pulls\n  the sea.");
  expect(said(page, "The moon pulls the sea.")).toBe("The moon pulls\n  the sea.");
  expect(said(page, "the sea. Twice a day.")).toBe("the sea.Twice a day.");
  expect(said("<p>a<b>b</b>c d</p>", "abc d")).toBe("abc d");
});

test("what does not stand there is not found", () => {
  expect(said("<p>The moon.</p>", "The sun.")).toBeNull();
  expect(said("<p>The moon.</p>", " ")).toBeNull();
});
