import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runAtOnce } from "../slices";
import { markedText } from "../translation/marked-text";
import { PageNodes } from "../translation/page-nodes";
import { findRuns } from "../translation/units";
import { readSeen } from "./read-page";
import { seePage } from "./see-page";

const readPage = () => readSeen(runAtOnce(seePage(document)));

beforeEach(() => {
  Element.prototype.checkVisibility = () => true;
  document.getSelection()?.removeAllRanges();
});
afterEach(() => document.body.replaceChildren());

const SENTENCE = "The keeper writes down the weather every evening before he goes to bed.";

function svg(name: string, ...content: (Node | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  element.append(...content);
  return element;
}

/** Makes a part of a page in a drawing. */
function page(html: string): SVGElement {
  const body = document.createElement("div");
  body.innerHTML = html;
  return svg("foreignObject", body);
}

function drawIn(...parts: Node[]): void {
  document.body.innerHTML = "<p>Before.</p><p>After.</p>";
  document.body.lastElementChild?.before(svg("svg", ...parts), svg("svg", svg("text", "Alone")));
}

const drawPage = () =>
  drawIn(
    svg("title", "A tooltip"),
    svg("defs", svg("g", page("<p>Not drawn.</p>"))),
    svg(
      "g",
      svg("text", "A label"),
      svg("switch", page(`<h2>Arden</h2><p>${SENTENCE}</p>`), svg("text", "Old")),
    ),
  );

const translated = () => {
  const nodes = new PageNodes("all");
  return findRuns(document.body, nodes).map((run) => markedText(run, nodes).text);
};

describe("a part of a page in a drawing", () => {
  test("is read, and the drawing around it is not", async () => {
    drawPage();
    expect((await readPage()).text).toBe(`Before.\n\n## Arden\n\n${SENTENCE}\n\nAfter.`);
  });

  test("is translated as paragraphs of its own", () => {
    drawPage();
    expect(translated()).toEqual(["Before.", "Arden", SENTENCE, "After."]);
  });

  test("stays as it is where it is the label of a diagram", () => {
    drawIn(page("<span>Start</span>"));
    expect(translated()).toEqual(["Before.", "After."]);
  });
});

/** Makes frames as large as they say. */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, Number(this.getAttribute("width")), Number(this.getAttribute("height")));
  });
}

describe("a frame that a page has written", () => {
  const mail = `<style>.preheader { opacity: 0 } @media print { p { display: none } }</style><p class='preheader'>Not seen.</p>
    <p style='display:none'>Not shown.</p><p hidden>Hidden.</p><p>${SENTENCE}</p>`;

  test("is read where it takes much of the window, without what it hides", async () => {
    layOut();
    document.body.innerHTML = `<p>Inbox</p><iframe sandbox width="1000" height="600" srcdoc="${mail}"></iframe>`;
    // A sandbox is closed to its page.
    Object.defineProperty(document.querySelector("iframe"), "contentDocument", { value: null });
    const { text, leftOut } = await readPage();
    expect(text).toBe(`Inbox\n\n${SENTENCE}`);
    expect(leftOut.frames).toBe(0);
  });

  test("is left out where it stands beside the page, which is said", async () => {
    layOut();
    document.body.innerHTML = `<p>News</p><iframe width="300" height="150" srcdoc="<p>An advertisement</p>"></iframe>`;
    const { text, leftOut } = await readPage();
    expect(text).toBe("News");
    expect(leftOut.frames).toBe(1);
  });
});
