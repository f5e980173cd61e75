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
});
