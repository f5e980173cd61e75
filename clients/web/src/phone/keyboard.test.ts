import { describe, expect, test, vi } from "vitest";
import { watchKeyboard } from "./keyboard";

const taken = () => document.documentElement.style.getPropertyValue("--keyboard");

function viewport() {
  const view = Object.assign(new EventTarget(), { height: window.innerHeight, scale: 1, offsetTop: 0 });
  const change = (next: Partial<typeof view>) => {
    Object.assign(view, next);
    view.dispatchEvent(new Event("resize"));
  };
  return { view: view as unknown as VisualViewport, change };
}

describe("watchKeyboard", () => {
  test("gives the room that the keyboard takes, and gives it back", () => {
    const { view, change } = viewport();
    const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    const stop = watchKeyboard(view);
    expect(taken()).toBe("0px");
    change({ height: window.innerHeight - 300, offsetTop: 120 });
    expect(taken()).toBe("300px");
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    change({ height: window.innerHeight, offsetTop: 0 });
    expect(taken()).toBe("0px");
    stop();
    change({ height: 100 });
    expect(taken()).toBe("0px");
  });

  test("takes neither a bar of the browser nor a closer look for a keyboard", () => {
    const { view, change } = viewport();
    watchKeyboard(view);
    change({ height: window.innerHeight - 50 });
    expect(taken()).toBe("0px");
    change({ height: window.innerHeight / 2, scale: 2 });
    expect(taken()).toBe("0px");
  });
});
