// @vitest-isolate: what watches a page goes on after a test, and would watch that of another.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PageWatch } from "./page-watch";
import type { Unit } from "./translator";

/** Fake IntersectionObserver that reports everything as visible. */
class Near {
  constructor(private readonly see: (entries: { target: Element; isIntersecting: boolean }[]) => void) {}
  observe(target: Element): void {
    this.see([{ target, isIntersecting: true }]);
  }
  unobserve(): void {}
  disconnect(): void {}
}

const LONG = "The keeper of Arden writes down the weather each evening, and trims the lamp.";
let wanted: Unit[] = [];
/** Pending language detections, resolved by the test. */
let answers: ((language: string) => void)[] = [];

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", Near);
  vi.useFakeTimers();
  wanted = [];
  answers = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function watch(): PageWatch {
  return new PageWatch(document, {
    scope: "all",
    target: "de",
    detect: () => new Promise((resolve) => answers.push(resolve)),
    onNear: (units) => {
      for (const unit of units) if (!wanted.includes(unit)) wanted.push(unit);
    },
    onFar: () => undefined,
    onSeen: () => undefined,
    onGone: (unit) => {
      wanted = wanted.filter((one) => one !== unit);
    },
    onStays: () => undefined,
  });
}

const texts = () => wanted.map(({ marked }) => marked.text);

/** Lets pending work continue, including pending language detections. */
async function settle(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    for (const answer of answers.splice(0)) answer("en");
    await vi.advanceTimersByTimeAsync(300);
  }
}

function add(text: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  document.body.append(paragraph);
  return paragraph;
}

describe("the paragraphs of a page", () => {
  test("are found though they came while the page was first read", async () => {
    add(LONG);
    const watching = watch();
    void watching.start();
    await vi.advanceTimersByTimeAsync(0);
    const late = `Late: ${LONG}`;
    add(late);
    await vi.advanceTimersByTimeAsync(300);
    await settle();
    expect(texts()).toEqual([LONG, late]);
    watching.stop();
  });

  test("are found once each, though the page changes again while it is read", async () => {
    add(LONG);
    const watching = watch();
    void watching.start();
    await settle();
    const late = add(`Late: ${LONG}`);
    await vi.advanceTimersByTimeAsync(300);
    // Reading is in progress when the same block changes.
    late.append(" Again.");
    await vi.advanceTimersByTimeAsync(300);
    late.setAttribute("hidden", "");
    late.removeAttribute("hidden");
    await vi.advanceTimersByTimeAsync(300);
    await settle();
    expect(texts()).toEqual([LONG, `Late: ${LONG} Again.`]);
    watching.stop();
  });

  test("are found when a style, a class or an ancestor's class shows them", async () => {
    document.body.innerHTML = `<style>.pane{display:none}.open .pane,.pane.active{display:block}</style>
      <p>${LONG}</p><div id="s" style="display:none"><p>By style: ${LONG}</p></div>
      <div id="c" class="pane"><p>By class: ${LONG}</p></div>`;
    const watching = watch();
    void watching.start();
    await settle();
    expect(texts()).toEqual([LONG]);
    document.getElementById("s")?.style.removeProperty("display");
    await settle();
    expect(texts()).toEqual([LONG, `By style: ${LONG}`]);
    document.body.className = "open";
    await settle();
    expect(texts()).toEqual([LONG, `By style: ${LONG}`, `By class: ${LONG}`]);
    document.body.className = "";
    watching.stop();
  });

  test.each([
    ["a click", () => document.body.click()],
    ["an address", () => dispatchEvent(new Event("hashchange"))],
    [
      "the pointer near it",
      () => document.querySelector("b")?.dispatchEvent(new Event("pointerover", { bubbles: true })),
    ],
  ])("are found when a style shows them after %s", async (_, act) => {
    document.body.innerHTML = `<p>${LONG}</p><section><b></b><p id="o" style="opacity:0">Later: ${LONG}</p></section>`;
    const watching = watch();
    void watching.start();
    await settle();
    expect(texts()).toEqual([LONG]);
    // As by a rule of the page's style sheet, of which nobody is told.
    const shown = getComputedStyle(document.querySelector("p") as Element);
    vi.spyOn(globalThis, "getComputedStyle").mockReturnValue(shown);
    act();
    await settle();
    expect(texts()).toEqual([LONG, `Later: ${LONG}`]);
    watching.stop();
    vi.restoreAllMocks();
  });

  test("are translated soon after they have been written to their end, bit by bit", async () => {
    const answer = add(LONG);
    const watching = watch();
    void watching.start();
    await settle();
    for (let word = 0; word < 12; word += 1) {
      answer.textContent += ` word ${word}`;
      await settle();
    }
    await vi.advanceTimersByTimeAsync(2_500);
    expect(texts()).toEqual([answer.textContent]);
    watching.stop();
  });

  test("are found in a body that a router has put in place of the first", async () => {
    add(LONG);
    const watching = watch();
    void watching.start();
    await settle();
    const body = document.createElement("body");
    body.innerHTML = `<p>Second page: ${LONG}</p>`;
    document.documentElement.replaceChild(body, document.body);
    await settle();
    expect(texts()).toEqual([`Second page: ${LONG}`]);
    watching.stop();
  });

  test("are all told of, though the browser is asked for the language of those nearby alone", async () => {
    const far = `Far: ${LONG}`;
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return new DOMRect(0, this.textContent === far ? 9_000 : 0, 100, 20);
    });
    add(LONG);
    add(far);
    const watching = watch();
    void watching.start();
    await settle();
    expect(texts()).toEqual([LONG]);
    expect(await watching.allTexts()).toEqual([LONG, far]);
    expect(answers).toEqual([]);
    watching.stop();
    vi.restoreAllMocks();
  });

  test("are found in a shadow root, those that come later as well", async () => {
    const host = add("");
    const root = host.attachShadow({ mode: "open" });
    root.innerHTML = `<p>${LONG}</p>`;
    const watching = watch();
    void watching.start();
    await settle();
    const late = document.createElement("p");
    late.textContent = `Late: ${LONG}`;
    root.append(late);
    await settle();
    expect(texts()).toEqual([LONG, `Late: ${LONG}`]);
    watching.stop();
  });

  test("are left alone while they change all the time", async () => {
    const ticker = add(`0 ${LONG}`);
    const watching = watch();
    let asked = 0;
    void watching.start();
    await settle();
    for (let tick = 1; tick < 20; tick += 1) {
      const [text] = ticker.childNodes;
      (text as Text).data = `${tick} ${LONG}`;
      await settle();
      if (texts().length > 0) asked += 1;
    }
    expect(asked).toBeLessThan(3);
    watching.stop();
  });
});
