import { afterEach, expect, test } from "vitest";
import { hidesAll, hidesWords } from "./visibility";

afterEach(() => document.body.replaceChildren());

function styled(style: string, width = 400): HTMLElement {
  const element = document.createElement("p");
  element.style.cssText = style;
  element.getBoundingClientRect = () => new DOMRect(0, 0, width, 20);
  document.body.append(element);
  if (/#(dark|light)/.test(style)) element.insertAdjacentHTML("afterend", MASKS);
  return element;
}

const MASKS = `<svg><mask id="dark"><rect width="9" height="9" fill="black"></rect></mask>
  <mask id="light"><rect width="9" height="9" fill="white"></rect></mask></svg>`;

test.each([
  "display:none",
  "opacity:0",
  "opacity:0.01",
  "filter:opacity(0)",
  "filter:blur(2px) opacity(0%)",
  "filter:blur(12px)",
  "filter:contrast(0)",
  "mask-image:linear-gradient(rgba(0, 0, 0, 0), rgba(0, 0, 0, 0))",
  "mask-image:radial-gradient(transparent, transparent 50%)",
  "mask-image:linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0));mask-size:0px",
  "mask-image:linear-gradient(#0000 0 0)",
  "mask-image:conic-gradient(transparent, rgba(0, 0, 0, 0.01))",
  "mask-image:linear-gradient(to right, rgb(0, 0, 0) 0%, rgba(0, 0, 0, 0) 0%)",
  "mask-image:linear-gradient(90deg, rgba(0, 0, 0, 0) 100%, rgb(0, 0, 0) 100%)",
  "mask-image:linear-gradient(rgb(0, 0, 0) -20%, transparent 0px)",
  "mask-image:linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0));mask-mode:luminance",
  "mask-image:linear-gradient(#000, #000);mask-repeat:no-repeat;mask-position:-9999px 0px",
  "mask-image:linear-gradient(#000, #000), linear-gradient(#000, #000);mask-composite:exclude",
  "mask-image:linear-gradient(#000, #000), linear-gradient(transparent, transparent);mask-composite:intersect",
  `mask-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E")`,
  "mask-image:url(#dark)",
  "transform:scale(0)",
  "transform:scaleX(0)",
  "scale:0",
  "zoom:0.01",
  "clip-path:inset(100%)",
  "clip-path:inset(0 100% 0 0)",
  "clip-path:inset(50% 0)",
  "clip-path:circle(0px)",
  "clip-path:circle(0px at 50% 50%)",
  "clip-path:ellipse(40px 0px)",
  "clip-path:polygon(0px 0px, 0px 0px, 0px 0px)",
  "clip-path:polygon(0% 0%, 100% 100%)",
  "clip-path:rect(0px 0px 0px 0px)",
  'clip-path:path("")',
  "position:absolute;clip:rect(1px, 1px, 1px, 1px)",
  "content-visibility:hidden",
  "position:absolute;left:-9999px",
  "position:absolute;top:-2000px",
  "position:fixed;right:-9999px",
])("nobody sees what has %s", (style) => expect(hidesAll(styled(style))).toBe(true));

test.each([
  "opacity:0.5",
  "filter:opacity(0.5)",
  "filter:blur(1px) contrast(0.8)",
  "mask-image:linear-gradient(rgb(0, 0, 0), rgba(0, 0, 0, 0))",
  "mask-image:linear-gradient(rgba(0, 0, 0, 0), oklch(0.5 0.1 30))",
  "mask-image:url(shape.svg)",
  "mask-image:url(#light)",
  "mask-image:linear-gradient(rgb(0, 0, 0) 80%, rgba(0, 0, 0, 0))",
  "mask-image:linear-gradient(rgb(0, 0, 0) calc(100% - 40px), rgba(0, 0, 0, 0))",
  "mask-image:linear-gradient(white, white);mask-mode:luminance",
  "mask-image:linear-gradient(transparent, transparent), linear-gradient(#000, #000)",
  "mask-image:linear-gradient(#000, #000), linear-gradient(#000, #000);mask-composite:exclude;mask-size:20px 20px, auto;mask-repeat:no-repeat",
  `mask-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cpath d='M0 0h9v9z'/%3E%3C/svg%3E")`,
  "transform:scale(0.5)",
  "scale:1.2",
  "zoom:0.8",
  "clip-path:inset(10%)",
  "clip-path:inset(0% 0% 0% 90%)",
  "clip-path:circle(50%)",
  "clip-path:circle(50% at 0px 0px)",
  "clip-path:polygon(0px 0px, 100% 0px, 50% 100%)",
  "clip-path:inset(0px round 0px)",
  "position:absolute;clip:rect(0px, 200px, 20px, 0px)",
  "position:absolute;right:-9999px",
  "margin-left:-20px",
])("one sees what has %s", (style) => expect(hidesAll(styled(style))).toBe(false));

test("words for screen readers alone are the page's", () => {
  expect(hidesAll(styled("clip-path:inset(50%)", 1))).toBe(false);
  expect(hidesAll(styled("position:absolute;clip:rect(0px, 0px, 0px, 0px)", 1))).toBe(false);
});

test.each([
  "visibility:hidden",
  "font-size:0px",
  "text-indent:-9999px",
  "text-indent:100%;overflow-x:hidden",
  "color:transparent",
  "color:rgba(0, 0, 0, 0)",
  "color:rgba(20, 20, 20, 0.01)",
  "color:rgb(0 0 0 / 0%)",
  "color:#fff;background-color:#fff",
])("nobody sees the words of what has %s", (style) => expect(hidesWords(styled(style))).toBe(true));

test.each([
  "font-size:11px",
  "text-indent:2em",
  "text-indent:100%",
  "color:rgba(0, 0, 0, 0.6)",
  "color:rgb(0 0 0 / 60%)",
  "color:#000;background-color:#fff",
  "color:#fff;background-color:#fff;background-image:url(a.png)",
  "color:transparent;background-clip:text",
  "color:transparent;text-shadow:rgb(0, 0, 0) 0px 0px 4px",
])("one sees the words of what has %s", (style) => expect(hidesWords(styled(style))).toBe(false));
