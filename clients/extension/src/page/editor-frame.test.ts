import { afterEach, expect, test, vi } from "vitest";
import { focusedElement } from "./composed";
import { boxInWindow, editorIn, shownBy } from "./editor-frame";

afterEach(() => document.body.replaceChildren());

/** Returns a frame at 100, 50 with a document of its own, of which `isEdited` tells whether it is edited. */
function frameWith(isEdited: boolean): { frame: HTMLIFrameElement; inner: Document } {
  const frame = document.createElement("iframe");
  const inner = document.implementation.createHTMLDocument("Editor");
  inner.designMode = isEdited ? "on" : "off";
  Object.defineProperties(frame, {
    contentDocument: { value: inner },
    clientLeft: { value: 1 },
    clientTop: { value: 1 },
    clientWidth: { value: 300 },
    clientHeight: { value: 80 },
  });
  frame.getBoundingClientRect = () => new DOMRect(100, 50, 302, 82);
  Object.defineProperty(inner, "defaultView", { value: { frameElement: frame } });
  return { frame, inner };
}

test("a frame is an editor of its page if its document is edited as a whole", () => {
  const editor = frameWith(true);
  expect(editorIn(editor.frame)).toBe(editor.inner);
  expect(editorIn(frameWith(false).frame)).toBeNull();
  expect(editorIn(document.body)).toBeNull();
  expect(editorIn(null)).toBeNull();
});

test("the focus is followed into an editor in a frame, and into no other", () => {
  for (const isEdited of [true, false]) {
    const { frame, inner } = frameWith(isEdited);
    vi.spyOn(document, "activeElement", "get").mockReturnValue(frame);
    expect(focusedElement(document)).toBe(isEdited ? inner.activeElement : frame);
    vi.restoreAllMocks();
  }
});

test("a box in a frame is where the window shows it, cut to the frame", () => {
  const { frame, inner } = frameWith(true);
  inner.body.getBoundingClientRect = () => new DOMRect(0, -20, 300, 400);
  expect(boxInWindow(inner.body)).toMatchObject({ x: 101, y: 51, width: 300, height: 80 });
  expect(shownBy(inner.body)).toBe(frame);
  expect(shownBy(document.body)).toBe(document.body);
});
