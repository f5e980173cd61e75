import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchTooltips } from "./watch-tooltips";

let shown: (string | null)[] = [];
let stop: () => void = () => undefined;

const element = (id: string) => document.getElementById(id) as HTMLElement;
const pointAt = (target: Element, pointerType = "mouse") =>
  target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
const press = (target: Element) => target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <button id="send" data-tip="Send"><svg id="icon"></svg></button>
    <button id="stop" data-tip="Stop">■</button>
    <p id="text">Words</p>
    <div id="name" data-tooltip></div>`;
  shown = [];
  stop = watchTooltips((anchor) => shown.push(anchor?.id ?? null), "[data-tooltip]");
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("watchTooltips", () => {
  test("names what the pointer rests on, not what it passes", () => {
    pointAt(element("icon"));
    vi.advanceTimersByTime(399);
    pointAt(element("text"));
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([]);
    pointAt(element("icon"));
    vi.advanceTimersByTime(400);
    expect(shown).toEqual(["send"]);
  });

  test("names the neighbours at once after that", () => {
    pointAt(element("send"));
    vi.advanceTimersByTime(400);
    pointAt(element("stop"));
    vi.advanceTimersByTime(0);
    expect(shown).toEqual(["send", "stop"]);
  });

  // WCAG 1.4.13: the pointer can be moved over what appeared, and Escape takes it away.
  test("stays while the pointer is on the name, and goes with Escape", () => {
    pointAt(element("send"));
    vi.advanceTimersByTime(400);
    pointAt(element("text"));
    vi.advanceTimersByTime(60);
    pointAt(element("name"));
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual(["send"]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(shown).toEqual(["send", null]);
  });

  test("goes when the pointer leaves, and when the button is pressed", () => {
    pointAt(element("send"));
    vi.advanceTimersByTime(400);
    pointAt(element("text"));
    vi.advanceTimersByTime(500);
    expect(shown).toEqual(["send", null]);
    pointAt(element("stop"));
    vi.advanceTimersByTime(400);
    press(element("stop"));
    pointAt(element("stop"));
    vi.advanceTimersByTime(1_000);
    expect(shown, "not again before the pointer has left").toEqual(["send", null, "stop", null]);
  });

  test("names nothing for a finger", () => {
    pointAt(element("send"), "touch");
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([]);
  });
});
