import { afterEach, expect, test } from "vitest";
import { hidesAll, hidesWords } from "./visibility";

afterEach(() => document.body.replaceChildren());

function styled(style: string, width = 400): HTMLElement {
  const element = document.createElement("p");
  element.style.cssText = style;
  element.getBoundingClientRect = () => new DOMRect(0, 0, width, 20);
  document.body.append(element);
  return element;
}

test.each([
  "display:none",
  "opacity:0",
  "filter:opacity(0)",
  "filter:blur(2px) opacity(0%)",
  "transform:scale(0)",
  "scale:0",
  "clip-path:inset(100%)",
  "clip-path:circle(0px)",
  "position:absolute;left:-9999px",
])("nobody sees what has %s", (style) => expect(hidesAll(styled(style))).toBe(true));

test.each([
  "opacity:0.5",
  "filter:opacity(0.5)",
  "transform:scale(0.5)",
  "scale:1.2",
  "clip-path:inset(10%)",
])("one sees what has %s", (style) => expect(hidesAll(styled(style))).toBe(false));

test("words for screen readers alone are the page's", () => {
  expect(hidesAll(styled("clip-path:inset(50%)", 1))).toBe(false);
});

test("words in the color of their ground are not seen, and those on a picture are", () => {
  expect(hidesWords(styled("color:#fff;background-color:#fff"))).toBe(true);
  expect(hidesWords(styled("color:#fff;background-color:#fff;background-image:url(a.png)"))).toBe(false);
  expect(hidesWords(styled("color:#000;background-color:#fff"))).toBe(false);
});
