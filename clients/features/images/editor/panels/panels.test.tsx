import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EditorTool } from "../editor-tool";
import { fullMask } from "../mask/mask";
import { select } from "../model/commands";
import type { Editor } from "../store/editor";
import { TOOLS } from "../store/editor-state";
import { blankCanvases, renderInEditor, testEditor } from "../store/testing";
import { selectAll } from "./actions";
import { ResizeDialog } from "./ResizeDialog";
import { ServerTools } from "./ServerTools";
import { StatusBar } from "./StatusBar";
import { StorageNotice } from "./StorageNotice";
import { TextOverlay } from "./TextOverlay";
import { ToolBar } from "./ToolBar";
import { ToolOptions } from "./ToolOptions";
import type { RunMeans } from "./use-tool-run";

beforeEach(blankCanvases);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const state = (editor: Editor) => editor.state.getState();

describe("the tools", () => {
  test("are one stop of the Tab key, and show their keys", async () => {
    const editor = testEditor();
    await renderInEditor(editor, <ToolBar />);
    const buttons = screen.getAllByRole("button");
    expect(buttons).toHaveLength(TOOLS.length);
    expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(new Set(buttons.map(({ dataset }) => dataset.tipKeys)).size).toBe(TOOLS.length);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(state(editor).tool).toBe("brush");
    await userEvent.keyboard("{End}{Enter}");
    expect(state(editor).tool).toBe("shape");
    expect(screen.getByRole("button", { pressed: true }).getAttribute("aria-label")).toBe("Shape");
  });

  test.each(TOOLS)("%s has options that are named", async (tool) => {
    const editor = testEditor();
    editor.use(tool);
    await renderInEditor(editor, <ToolOptions />);
    expect(screen.getByRole("region").textContent).not.toContain("editor.");
    for (const field of document.querySelectorAll<HTMLInputElement>("input:not([aria-hidden=true])"))
      expect(field.labels?.length ?? 0, tool).toBeGreaterThan(0);
  });

  test("that paint say that they are limited to a selection, and take it away", async () => {
    const editor = testEditor();
    selectAll(editor);
    editor.use("eraser");
    await renderInEditor(editor, <ToolOptions />);
    expect(screen.getByText("Paints only inside the selection.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Deselect" }));
    expect(editor.document.selection).toBeNull();
    expect(screen.queryByText("Paints only inside the selection.")).toBeNull();
  });

  test("keep the size of the brush for all of them", async () => {
    const editor = testEditor();
    editor.use("brush");
    await renderInEditor(editor, <ToolOptions />);
    fireEvent.change(screen.getByLabelText("Size"), { target: { value: "77" } });
    fireEvent.change(screen.getByLabelText("Hardness"), { target: { value: "25" } });
    editor.use("eraser");
    expect(state(editor).brush).toMatchObject({ size: 77, hardness: 0.25 });
  });

  test("of a crop take numbers, and put back what is none", async () => {
    const editor = testEditor();
    editor.use("crop");
    await renderInEditor(editor, <ToolOptions />);
    const width = screen.getByLabelText("Width");
    await userEvent.clear(width);
    await userEvent.type(width, "20{Enter}");
    expect(state(editor).cropBox).toEqual({ x: 0, y: 0, width: 20, height: 30 });
    await userEvent.clear(width);
    await userEvent.type(width, "many{Enter}");
    expect((width as HTMLInputElement).value).toBe("20");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(editor.document.frame).toEqual({ x: 0, y: 0, width: 20, height: 30 });
    expect(state(editor).tool).toBe("move");
  });

  test("that select offer what can be done with a selection once there is one", async () => {
    const editor = testEditor();
    editor.use("rectangle");
    await renderInEditor(editor, <ToolOptions />);
    const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
    expect(button("Deselect").disabled).toBe(true);
    await userEvent.click(button("Select all"));
    expect(editor.document.selection?.mask).toEqual(fullMask({ width: 40, height: 30 }));
    await userEvent.click(button("Hide selected"));
    expect(editor.active?.mask?.marks).toMatchObject([{ kind: "region", erases: true }]);
    await userEvent.click(button("Fill with color"));
    expect(editor.active).toMatchObject({ kind: "paint", marks: [{ kind: "region", erases: false }] });
    await userEvent.click(button("Deselect"));
    expect(editor.document.selection).toBeNull();
  });
});

describe("resizing", () => {
  test("keeps the ratio, and refuses sides that are none", async () => {
    const editor = testEditor();
    const onClose = vi.fn();
    await renderInEditor(editor, <ResizeDialog onClose={onClose} />);
    const width = screen.getByLabelText("Width");
    await userEvent.clear(width);
    await userEvent.type(width, "80");
    expect((screen.getByLabelText("Height") as HTMLInputElement).value).toBe("60");
    await userEvent.clear(width);
    await userEvent.type(width, "8193");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(await screen.findByText("Enter a whole number from 1 to 8192.")).toBeTruthy();
    expect(editor.document.frame.width).toBe(40);
    await userEvent.clear(width);
    await userEvent.type(width, "80");
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(editor.document.frame).toMatchObject({ width: 80, height: 60 });
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("typing a text", () => {
  test.each(["{Escape}", "{Control>}{Enter}{/Control}"])("ends with %s, in any script", async (key) => {
    const editor = testEditor();
    const onDone = vi.fn();
    editor.use("text");
    const { layers } = editor.document;
    await renderInEditor(editor, <TextOverlay onDone={onDone} />);
    const { startText } = await import("../gestures/typing");
    startText(editor, { x: 3, y: 20 });
    const field = await screen.findByRole("textbox", { name: "Text on the image" });
    expect(field.getAttribute("dir")).toBe("auto");
    await userEvent.type(field, "مرحبا{Enter}שלום");
    await userEvent.keyboard(key);
    expect(editor.document.layers).toHaveLength(layers.length + 1);
    expect(editor.active).toMatchObject({ kind: "text", text: "مرحبا\nשלום" });
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(onDone).toHaveBeenCalledOnce();
  });
});

describe("tools of the server", () => {
  const blob = new Blob(["x"], { type: "image/png" });
  const means = (change: Partial<RunMeans> = {}): RunMeans => ({
    picture: async () => blob,
    mask: async () => blob,
    selection: async () => null,
    add: vi.fn(async () => undefined),
    ...change,
  });
  const tool = (change: Partial<EditorTool> = {}): EditorTool => ({
    name: "erase",
    label: "Erase",
    needsMask: false,
    run: async () => blob,
    ...change,
  });

  async function show(tools: EditorTool[], given = means()) {
    const editor = testEditor();
    const onFail = vi.fn();
    const view = await renderInEditor(editor, <ServerTools tools={tools} means={given} onFail={onFail} />);
    const start = () => userEvent.click(screen.getByRole("button", { name: "Erase" }));
    return { editor, onFail, start, given, unmount: view.unmount };
  }

  test("are not there without any", async () => {
    await show([]);
    expect(screen.queryByRole("region")).toBeNull();
  });

  test("get the picture, and their result is added under their name", async () => {
    const run = vi.fn(tool().run);
    const { start, given, editor } = await show([tool({ run })]);
    await start();
    await waitFor(() => expect(given.add).toHaveBeenCalledWith(editor, blob, "Erase"));
    expect(run).toHaveBeenCalledWith(blob, null, expect.any(AbortSignal), expect.any(Function));
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("that need no mask get the selection if there is one", async () => {
    const run = vi.fn(tool().run);
    const selected = new Blob(["mask"]);
    const { start } = await show([tool({ run })], means({ selection: async () => selected }));
    await start();
    await waitFor(() =>
      expect(run).toHaveBeenCalledWith(blob, selected, expect.any(AbortSignal), expect.any(Function)),
    );
  });

  test("that change a part say what to mark first", async () => {
    const run = vi.fn(tool().run);
    const { start, editor } = await show([tool({ needsMask: true, run })], means({ mask: async () => null }));
    await start();
    await waitFor(() => expect(state(editor).announcement?.key).toBe("mark_first"));
    expect(run).not.toHaveBeenCalled();
  });

  test("show how far they are, and can be cancelled", async () => {
    const run: EditorTool["run"] = (_picture, _mask, signal, report) =>
      new Promise((_, reject) => {
        report(40);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const { start, given, onFail, editor } = await show([tool({ run })]);
    await start();
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuetext")).toBe("40%");
    expect((screen.getByRole("button", { name: "Erase" }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(given.add).not.toHaveBeenCalled();
    expect(onFail).not.toHaveBeenCalled();
    expect(state(editor).announcement?.key).toBe("cancelled");
  });

  test("that fail say so, and the document stays", async () => {
    const error = new Error("The engine is not available.");
    const { start, onFail, editor } = await show([tool({ run: () => Promise.reject(error) })]);
    const before = editor.document;
    await start();
    await waitFor(() => expect(onFail).toHaveBeenCalledWith(error));
    expect(editor.document).toBe(before);
    await start();
    await waitFor(() => expect(onFail).toHaveBeenCalledTimes(2));
  });

  test("that were left by their own question are no failure", async () => {
    const refused = vi.fn(() => Promise.reject(new DOMException("left", "AbortError")));
    const { start, onFail } = await show([tool({ run: refused })]);
    await start();
    await waitFor(() => expect(refused).toHaveBeenCalledOnce());
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(onFail).not.toHaveBeenCalled();
  });

  test("end when the editor is left", async () => {
    let signal: AbortSignal | null = null;
    const run: EditorTool["run"] = (_picture, _mask, given) => {
      signal = given;
      return new Promise(() => undefined);
    };
    const { start, unmount } = await show([tool({ run })]);
    await start();
    await waitFor(() => expect(signal).not.toBeNull());
    unmount();
    expect((signal as AbortSignal | null)?.aborted).toBe(true);
  });
});

describe("the copy on this device", () => {
  const autosave = () => ({
    keepMine: vi.fn(async () => undefined),
    takeTheirs: vi.fn(async () => undefined),
  });

  test("changed in another tab is decided by the person", async () => {
    const editor = testEditor();
    const given = autosave();
    await renderInEditor(editor, <StorageNotice autosave={given} onFail={vi.fn()} />);
    expect(screen.queryByRole("status")).toBeNull();
    editor.state.setState({ saving: "conflict" });
    await userEvent.click(await screen.findByRole("button", { name: "Load the other version" }));
    await userEvent.click(screen.getByRole("button", { name: "Keep this version" }));
    expect(given.takeTheirs).toHaveBeenCalledOnce();
    expect(given.keepMine).toHaveBeenCalledOnce();
  });

  test("that cannot be written says to save", async () => {
    const editor = testEditor();
    editor.state.setState({ saving: "failed" });
    await renderInEditor(editor, <StorageNotice autosave={autosave()} onFail={vi.fn()} />);
    expect(screen.getByText(/couldn't store your changes/)).toBeTruthy();
  });

  test("in a browser that stores nothing says so", async () => {
    await renderInEditor(testEditor(), <StorageNotice autosave={null} onFail={vi.fn()} />);
    expect(screen.getByText(/doesn't store changes/)).toBeTruthy();
  });
});

describe("the status", () => {
  test("says every step in words, and which one was undone", async () => {
    const editor = testEditor();
    await renderInEditor(editor, <StatusBar />);
    selectAll(editor);
    expect(await screen.findByText(/Selection changed/)).toBeTruthy();
    editor.undo();
    expect(await screen.findByText(/Undone: Selection changed/)).toBeTruthy();
    editor.do(select(null));
    expect(screen.getByText("40 × 30 px")).toBeTruthy();
  });
});
