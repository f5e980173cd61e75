import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ScrollMode, useFollowEnd } from "./use-follow-end";

const WINDOW_PX = 800;
let height = 2_000;
let grown: () => void = () => undefined;

beforeEach(() => {
  height = 2_000;
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(() => height);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(WINDOW_PX);
  let top = 0;
  vi.spyOn(HTMLElement.prototype, "scrollTop", "get").mockImplementation(() => top);
  vi.spyOn(HTMLElement.prototype, "scrollTop", "set").mockImplementation((to) => {
    top = Math.min(to, end());
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Box({ mode }: { mode: ScrollMode }) {
  const box = useRef<HTMLDivElement>(null);
  const { away, stay, toEnd, listeners } = useFollowEnd(box, mode);
  grown = stay;
  return (
    <div ref={box} data-testid="box" {...listeners}>
      <button type="button" onClick={toEnd}>
        {away ? "To the end" : "At the end"}
      </button>
    </div>
  );
}

function open(mode: ScrollMode) {
  render(<Box mode={mode} />);
  const box = screen.getByTestId("box");
  const scrollTo = (top: number) => {
    box.scrollTop = top;
    fireEvent.scroll(box);
  };
  const grow = (by: number) =>
    act(() => {
      height += by;
      grown();
    });
  return { box, scrollTo, grow };
}

/** Returns the maximum scroll position. */
const end = () => height - WINDOW_PX;

// spec §3: "scroll behaviour"
describe("useFollowEnd", () => {
  test.each(["follow", "pin", "off"] as const)("opens at the end (%s)", (mode) => {
    expect(open(mode).box.scrollTop).toBe(end());
  });

  test("follows text that grows until the reader scrolls, and again at the end", () => {
    const { box, scrollTo, grow } = open("follow");
    scrollTo(end());
    grow(500);
    expect(box.scrollTop).toBe(end());

    scrollTo(end());
    scrollTo(end() - 5);
    const left = box.scrollTop;
    grow(500);
    expect(box.scrollTop, "however little they scrolled").toBe(left);

    scrollTo(end());
    grow(500);
    expect(box.scrollTop).toBe(end());
  });

  test("text that grew, and rows that turned out smaller, are no move of the reader", () => {
    const { box, scrollTo, grow } = open("follow");
    scrollTo(end());
    grow(-40);
    // The browser reports the last scroll when the next text is already in the page, but not yet
    // followed.
    height += 5_000;
    fireEvent.scroll(box);
    grow(0);

    expect(box.scrollTop).toBe(end());
  });

  test.each(["pin", "off"] as const)("moves nothing once it is open (%s)", (mode) => {
    const { box, scrollTo, grow } = open(mode);
    scrollTo(end());
    const before = box.scrollTop;
    grow(500);
    expect(box.scrollTop).toBe(before);
  });

  test("offers the way back from far away, in every mode", () => {
    const { box, scrollTo, grow } = open("off");
    scrollTo(end());
    expect(screen.getByRole("button").textContent).toBe("At the end");
    grow(500);
    scrollTo(box.scrollTop);
    const button = screen.getByRole("button", { name: "To the end" });

    fireEvent.click(button);
    expect(box.scrollTop).toBe(end());
  });

  test("keys and wheels that lead up end the following at once", () => {
    for (const leave of [
      (box: HTMLElement) => fireEvent.keyDown(box, { key: "PageUp" }),
      (box: HTMLElement) => fireEvent.wheel(box, { deltaY: -1 }),
      (box: HTMLElement) => fireEvent.touchMove(box),
    ]) {
      const { box, scrollTo, grow } = open("follow");
      scrollTo(end());
      leave(box);
      const before = box.scrollTop;
      grow(300);
      expect(box.scrollTop).toBe(before);
      cleanup();
    }
  });
});
