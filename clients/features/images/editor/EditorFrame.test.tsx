import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EditorFrame } from "./EditorFrame";
import { startGesture } from "./gestures/start-gesture";
import { selectAll } from "./panels/actions";
import { blankCanvases, renderInEditor, testEditor } from "./store/testing";

const stage = vi.hoisted(() => ({
  cancel: vi.fn(() => false),
  close: vi.fn(),
  pointers: { spaceHeld: false, isHovered: true },
}));

// The DOM of tests draws nothing.
vi.mock("./stage/stage", () => ({
  EditorStage: class {
    cancel = stage.cancel;
    close = stage.close;
    pointers = stage.pointers;
  },
}));

beforeEach(() => {
  blankCanvases();
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take, type) =>
    take(new Blob(["drawn"], { type })),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(onSave = vi.fn(async () => undefined) as (blob: Blob, mask?: Blob) => Promise<void>) {
  const editor = testEditor();
  const autosave = { keepMine: vi.fn(), takeTheirs: vi.fn() };
  const view = await renderInEditor(
    editor,
    <EditorFrame autosave={autosave as never} tools={[]} onSave={onSave} />,
  );
  await vi.dynamicImportSettled();
  return { editor, onSave, ...view };
}

describe("the editor", () => {
  test("saves with Ctrl+S as PNG, with a mask only if something is selected", async () => {
    const { editor, onSave } = await show();
    await userEvent.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ type: "image/png" }), undefined);
    expect(
      (await screen.findAllByRole("status")).some(({ textContent }) => /Saved/.test(textContent ?? "")),
    ).toBe(true);
    selectAll(editor);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
    const [, mask] = vi.mocked(onSave).mock.lastCall ?? [];
    expect(mask?.type).toBe("image/png");
  });

  test("says why it could not save, keeps the document, and saves again", async () => {
    const { editor, onSave } = await show(vi.fn().mockRejectedValueOnce(new Error("The disk is full.")));
    const before = editor.document;
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
    expect(editor.document).toBe(before);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
    vi.mocked(onSave).mockResolvedValue();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onSave).toHaveBeenCalledTimes(2));
  });

  test("hears its keys while nothing or anything in it has the focus", async () => {
    const { editor } = await show();
    await userEvent.keyboard("b");
    expect(editor.state.getState().tool).toBe("brush");
    screen.getByRole("application", { name: "Canvas" }).focus();
    await userEvent.keyboard("e");
    expect(editor.state.getState().tool).toBe("eraser");
  });

  test("does not hear keys that belong to other parts of the page", async () => {
    const { editor } = await show();
    const other = document.createElement("button");
    document.body.append(other);
    other.focus();
    await userEvent.keyboard("b");
    expect(editor.state.getState().tool).toBe("move");
    other.remove();
  });

  test("goes to the name of the layer with F2", async () => {
    await show();
    await userEvent.keyboard("{F2}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  });

  test("pans while the space bar is held, and presses no button by it", async () => {
    await show();
    const undo = screen.getByRole("button", { name: "Rotate right" });
    const down = fireEvent.keyDown(undo, { key: " ", code: "Space" });
    expect(down).toBe(false);
    expect(stage.pointers.spaceHeld).toBe(true);
    fireEvent.keyUp(undo, { key: " ", code: "Space" });
    expect(stage.pointers.spaceHeld).toBe(false);
  });

  test("adds a picture that is pasted, and says if it is none", async () => {
    const { editor } = await show();
    vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
      if ((await blob.text()) === "none") throw new DOMException("no picture");
      return { width: 4, height: 4, close: () => undefined };
    });
    const paste = (content: string) =>
      fireEvent.paste(screen.getByRole("application"), {
        clipboardData: { files: [new File([content], "pasted.png", { type: "image/png" })] },
      });
    paste("picture");
    await waitFor(() => expect(editor.active).toMatchObject({ kind: "picture", name: "pasted" }));
    paste("none");
    expect((await screen.findByRole("alert")).textContent).toContain("isn't an image");
    expect(editor.document.layers).toHaveLength(6);
  });

  test("turns, mirrors and compares the whole picture", async () => {
    const { editor } = await show();
    await userEvent.click(screen.getByRole("button", { name: "Rotate left" }));
    expect(editor.document.frame).toMatchObject({ width: 30, height: 40 });
    await userEvent.click(screen.getByRole("button", { name: "Flip horizontally" }));
    expect(editor.state.getState().edited.past).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect((screen.getByRole("button", { name: "Undo" }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Redo" }));
    expect(editor.document.frame).toMatchObject({ width: 30, height: 40 });
    await userEvent.click(screen.getByRole("button", { name: "Compare with original" }));
    const slider = screen.getByRole("slider", { name: "Compare with original" });
    fireEvent.change(slider, { target: { value: "80" } });
    expect(editor.state.getState().compareAt).toBe(0.8);
  });

  test("gives the canvas back when it is left", async () => {
    const { unmount } = await show();
    unmount();
    expect(stage.close).toHaveBeenCalled();
  });

  test("begins what its tool does, and nothing for tools with handles", async () => {
    const { editor } = await show();
    const press = { point: { x: 1, y: 1 }, shiftKey: false, altKey: false };
    for (const tool of ["move", "hand", "crop"] as const) {
      editor.use(tool);
      expect(startGesture(editor, press, vi.fn())).toBeNull();
    }
    for (const tool of ["rectangle", "lasso", "select_brush", "shape", "text"] as const) {
      editor.use(tool);
      expect(startGesture(editor, press, vi.fn()), tool).not.toBeNull();
    }
  });
});
