import { beforeEach, describe, expect, test, vi } from "vitest";
import { fullMask } from "../mask/mask";
import { select } from "../model/commands";
import type { Editor } from "../store/editor";
import { TOOLS } from "../store/editor-state";
import { blankCanvases, testEditor } from "../store/testing";
import { handleKey, type KeyHooks } from "./handle-key";
import { ACTION_KEYS, ACTIONS, actionOf, nudgeOf, TOOL_KEYS, toolOf } from "./keys";

const hooks = (change: Partial<KeyHooks> = {}): KeyHooks => ({
  save: vi.fn(),
  rename: vi.fn(),
  cancelGesture: vi.fn(() => false),
  fail: vi.fn(),
  ...change,
});

/** Presses a key on an element. Returns true if the editor took it. */
function press(
  editor: Editor,
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.body,
  given = hooks(),
) {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key;
  const event = new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...init });
  const listen = (heard: Event) => handleKey(editor, heard as KeyboardEvent, given);
  document.addEventListener("keydown", listen);
  target.dispatchEvent(event);
  document.removeEventListener("keydown", listen);
  return event.defaultPrevented;
}

const child = (html: string) => {
  const place = document.createElement("div");
  place.innerHTML = html;
  document.body.replaceChildren(place);
  return place.querySelector("[data-target]") ?? place;
};

beforeEach(() => {
  blankCanvases();
  document.body.replaceChildren();
});

describe("keys", () => {
  test("mean one thing each", () => {
    const all = [...Object.values(TOOL_KEYS), ...ACTIONS.flatMap((action) => ACTION_KEYS[action])];
    expect(new Set(all).size).toBe(all.length);
    for (const tool of TOOLS) expect(toolOf(TOOL_KEYS[tool])).toBe(tool);
    for (const action of ACTIONS) expect(actionOf(ACTION_KEYS[action][0] ?? "")).toBe(action);
  });

  test.each(TOOLS)("choose the tool %s", (tool) => {
    const editor = testEditor();
    expect(press(editor, TOOL_KEYS[tool])).toBe(true);
    expect(editor.state.getState().tool).toBe(tool);
  });

  test("arrows move by one pixel, with Shift by ten", () => {
    expect(nudgeOf("arrowleft")).toEqual({ x: -1, y: 0 });
    expect(nudgeOf("shift+arrowdown")).toEqual({ x: 0, y: 10 });
    expect(nudgeOf("mod+arrowdown")).toBeNull();
    const editor = testEditor();
    editor.choose(editor.document.layers[0]?.id ?? null);
    press(editor, "ArrowRight");
    press(editor, "ArrowDown", { shiftKey: true });
    expect(editor.active?.matrix.slice(4)).toEqual([1, 10]);
  });

  test("arrows move the selection while a selecting tool is in use", () => {
    const editor = testEditor();
    editor.do(select({ mask: fullMask({ width: 40, height: 30 }), origin: { x: 0, y: 0 } }));
    editor.use("lasso");
    press(editor, "ArrowRight");
    expect(editor.document.selection?.mask.runs.slice(0, 2)).toEqual([1, 39]);
  });

  test("arrows pan with the hand", () => {
    const editor = testEditor();
    editor.use("hand");
    press(editor, "ArrowRight");
    expect(editor.state.getState().view).toEqual({ zoom: 1, x: -20, y: 0 });
  });

  test("arrows move the pointer of the wand, within the picture", () => {
    const editor = testEditor();
    editor.use("wand");
    press(editor, "ArrowUp", { shiftKey: true });
    expect(editor.state.getState().pointer).toEqual({ x: 20, y: 5 });
    press(editor, "ArrowUp", { shiftKey: true });
    expect(editor.state.getState().pointer).toEqual({ x: 20, y: 0 });
  });

  test("undo, redo, and the other spelling of redo", () => {
    const editor = testEditor();
    press(editor, "a", { ctrlKey: true });
    expect(editor.document.selection).not.toBeNull();
    press(editor, "z", { ctrlKey: true });
    expect(editor.document.selection).toBeNull();
    press(editor, "z", { ctrlKey: true, shiftKey: true });
    expect(editor.document.selection).not.toBeNull();
    press(editor, "z", { ctrlKey: true });
    press(editor, "y", { ctrlKey: true });
    expect(editor.document.selection).not.toBeNull();
  });

  test("save, rename and brackets", () => {
    const editor = testEditor();
    const given = hooks();
    press(editor, "s", { ctrlKey: true }, document.body, given);
    press(editor, "F2", {}, document.body, given);
    expect(given.save).toHaveBeenCalledOnce();
    expect(given.rename).toHaveBeenCalledOnce();
    press(editor, "]");
    expect(editor.state.getState().brush.size).toBe(48);
    press(editor, "[");
    expect(editor.state.getState().brush.size).toBe(40);
  });

  test("Enter applies a crop, adds a shape, begins a text", () => {
    const editor = testEditor();
    editor.use("crop");
    editor.state.setState({ cropBox: { x: 0, y: 0, width: 9, height: 9 } });
    press(editor, "Enter");
    expect(editor.document.frame.width).toBe(9);
    editor.use("shape");
    press(editor, "Enter");
    expect(editor.active?.kind).toBe("shape");
    editor.use("text");
    press(editor, "Enter");
    expect(editor.state.getState().typing?.isNew).toBe(true);
  });

  test("Escape ends a gesture, else comparing, else a crop, else the selection", () => {
    const editor = testEditor();
    press(editor, "a", { ctrlKey: true });
    editor.use("crop");
    press(editor, "o");
    expect(press(editor, "Escape", {}, document.body, hooks({ cancelGesture: () => true }))).toBe(true);
    expect(editor.state.getState().compareAt).toBe(0.5);
    press(editor, "Escape");
    expect(editor.state.getState()).toMatchObject({ compareAt: null, tool: "crop" });
    press(editor, "Escape");
    expect(editor.state.getState().tool).toBe("move");
    press(editor, "Escape");
    expect(editor.document.selection).toBeNull();
    expect(press(editor, "Escape")).toBe(false);
  });

  test("Delete deletes the selected part, else the layer", () => {
    const editor = testEditor();
    editor.choose(editor.document.layers[0]?.id ?? null);
    press(editor, "a", { ctrlKey: true });
    press(editor, "Delete");
    expect(editor.document.layers[0]?.mask?.marks).toHaveLength(1);
    press(editor, "d", { ctrlKey: true });
    press(editor, "Backspace");
    expect(editor.document.layers).toHaveLength(4);
  });

  test("that are typed stay in their field", () => {
    const editor = testEditor();
    for (const html of ["<input data-target>", "<textarea data-target></textarea>"])
      expect(press(editor, "b", {}, child(html))).toBe(false);
    expect(editor.state.getState().tool).toBe("move");
  });

  test("that a control uses itself stay with it, all others do not", () => {
    const editor = testEditor();
    const button = child("<button data-target></button>");
    expect(press(editor, "Enter", {}, button)).toBe(false);
    expect(press(editor, "Delete", {}, button)).toBe(false);
    expect(press(editor, "b", {}, button)).toBe(true);
    const slider = child('<input type="range" data-target>');
    expect(press(editor, "ArrowLeft", {}, slider)).toBe(false);
    expect(press(editor, "e", {}, slider)).toBe(true);
  });

  test("during the composition of a character mean nothing", () => {
    const editor = testEditor();
    expect(press(editor, "b", { isComposing: true })).toBe(false);
  });

  test("of browsers and pages stay free", () => {
    const editor = testEditor();
    expect(press(editor, "r", { ctrlKey: true })).toBe(false);
    expect(press(editor, "Tab")).toBe(false);
    expect(press(editor, "k", { ctrlKey: true })).toBe(false);
  });
});
