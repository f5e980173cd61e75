import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Editor } from "../store/editor";
import { blankCanvases, renderInEditor, testEditor } from "../store/testing";
import { LayerSettings } from "./LayerSettings";
import { LayersPanel } from "./LayersPanel";
import { invertedMask } from "./MaskSettings";

beforeEach(blankCanvases);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const names = (editor: Editor) => editor.document.layers.map(({ name }) => name);
const activeName = (editor: Editor) => editor.active?.name;

async function showList(editor = testEditor()) {
  const onRename = vi.fn();
  await renderInEditor(editor, <LayersPanel onRename={onRename} onFail={vi.fn()} />);
  const list = screen.getByRole("listbox", { name: "Layers" });
  return { editor, list, onRename };
}

describe("the list of layers", () => {
  test("shows the highest first, and says kind and state aloud", async () => {
    const editor = testEditor();
    const [photo] = editor.document.layers;
    editor.do({
      name: "x",
      operations: [{ kind: "patch", id: photo?.id ?? "", patch: { locked: true, visible: false } }],
    });
    await showList(editor);
    expect(screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"))).toEqual([
      "Light, Adjustment",
      "Box, Shape",
      "Title, Text",
      "Paint, Paint",
      "Photo, Image, hidden, locked",
    ]);
  });

  test("is one stop of the Tab key, and arrow keys, Home and End choose", async () => {
    const { editor, list } = await showList();
    list.focus();
    for (const [key, name] of [
      ["{ArrowDown}", "Box"],
      ["{End}", "Photo"],
      ["{ArrowDown}", "Photo"],
      ["{ArrowUp}", "Paint"],
      ["{Home}", "Light"],
    ] as const) {
      await userEvent.keyboard(key);
      expect(activeName(editor), key).toBe(name);
    }
    const active = list.getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.getAttribute("aria-selected")).toBe("true");
    expect(screen.getAllByRole("option", { selected: true })).toHaveLength(1);
  });

  test("moves the active layer with Alt and the arrow keys, which can be undone", async () => {
    const { editor, list } = await showList();
    list.focus();
    await userEvent.keyboard("{Alt>}{ArrowDown}{ArrowDown}{/Alt}");
    expect(names(editor)).toEqual(["Photo", "Paint", "Light", "Title", "Box"]);
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(names(editor)).toEqual(["Photo", "Paint", "Title", "Light", "Box"]);
    editor.undo();
    editor.undo();
    editor.undo();
    expect(names(editor)).toEqual(["Photo", "Paint", "Title", "Box", "Light"]);
  });

  test("moves a layer that is dragged onto another to its place", async () => {
    const { editor } = await showList();
    const stored = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => stored.set(type, value),
      getData: (type: string) => stored.get(type) ?? "",
      get types() {
        return [...stored.keys()];
      },
    };
    const [top, , , , bottom] = screen.getAllByRole("option");
    if (!top || !bottom) throw new Error("five layers");
    fireEvent.dragStart(top, { dataTransfer });
    fireEvent.dragOver(bottom, { dataTransfer });
    fireEvent.drop(bottom, { dataTransfer });
    expect(names(editor)).toEqual(["Light", "Photo", "Paint", "Title", "Box"]);
  });

  test("deletes with the Delete key, except a locked layer", async () => {
    const { editor, list } = await showList();
    list.focus();
    await userEvent.keyboard("{Delete}");
    expect(names(editor)).toEqual(["Photo", "Paint", "Title", "Box"]);
    await userEvent.click(screen.getByRole("button", { name: "Lock" }));
    list.focus();
    await userEvent.keyboard("{Delete}");
    expect(names(editor)).toHaveLength(4);
    expect(editor.state.getState().announcement?.key).toBe("layer_is_locked");
  });

  test("hides, shows, duplicates, raises and lowers", async () => {
    const { editor } = await showList();
    await userEvent.click(screen.getByRole("button", { name: "Hide Photo" }));
    expect(editor.document.layers[0]?.visible).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Show Photo" }));
    expect(editor.document.layers[0]?.visible).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Duplicate" }));
    expect(activeName(editor)).toBe("Light copy");
    await userEvent.click(screen.getByRole("button", { name: "Move down" }));
    expect(names(editor).slice(-2)).toEqual(["Light copy", "Light"]);
    await userEvent.click(screen.getByRole("button", { name: "Move up" }));
    expect(names(editor).slice(-2)).toEqual(["Light", "Light copy"]);
    expect((screen.getByRole("button", { name: "Move up" }) as HTMLButtonElement).disabled).toBe(true);
  });

  test("adds paint and adjustments from its menu", async () => {
    const { editor } = await showList();
    await userEvent.click(screen.getByRole("button", { name: "Add layer" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Adjustment" }));
    expect(editor.active).toMatchObject({ kind: "adjustment", name: "Adjustment" });
  });

  test("renames with a double click", async () => {
    const { onRename } = await showList();
    await userEvent.dblClick(screen.getByRole("option", { name: /Photo/ }));
    expect(onRename).toHaveBeenCalledOnce();
  });
});

describe("settings of a layer", () => {
  const show = async (index: number) => {
    const editor = testEditor();
    editor.choose(editor.document.layers[index]?.id ?? null);
    await renderInEditor(editor, <LayerSettings nameField={{ current: null }} />);
    return editor;
  };
  const slide = (label: string, value: number) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value: String(value) } });

  test("change its name and opacity, as one step each", async () => {
    const editor = await show(0);
    await userEvent.type(screen.getByLabelText("Name"), " 2");
    slide("Opacity", 60);
    slide("Opacity", 40);
    expect(editor.active).toMatchObject({ name: "Photo 2", opacity: 0.4 });
    expect(editor.state.getState().edited.past).toHaveLength(2);
  });

  test("of an adjustment are its sliders, and no blend mode", async () => {
    const editor = await show(4);
    for (const label of ["Brightness", "Contrast", "Saturation", "Warmth", "Blur", "Sharpness"])
      slide(label, 30);
    expect(editor.active).toMatchObject({
      values: { brightness: 30, contrast: 30, saturation: 30, warmth: 30, blur: 30, sharpness: 30 },
    });
    expect(screen.queryByText("Blend mode")).toBeNull();
    expect(screen.getByLabelText("Blur").getAttribute("min")).toBe("0");
  });

  test("add a mask for the brush, and remove it again", async () => {
    const editor = await show(0);
    await userEvent.click(screen.getByRole("button", { name: "Add mask" }));
    expect(editor.state.getState().place).toBe("mask");
    expect(editor.active?.mask).toEqual({ hidesAll: false, marks: [], enabled: true });
    await userEvent.click(screen.getByRole("switch", { name: "Use mask" }));
    expect(editor.active?.mask?.enabled).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Invert mask" }));
    expect(editor.active?.mask?.hidesAll).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Remove mask" }));
    expect(editor.active?.mask).toBeNull();
    expect(editor.state.getState().place).toBe("paint");
  });

  test("turn and resize the layer without a mouse", async () => {
    const editor = await show(0);
    await userEvent.click(screen.getByRole("button", { name: "Rotate 90°" }));
    expect(editor.active?.matrix).toEqual([0, 1, -1, 0, 35, -5]);
    editor.undo();
    await userEvent.click(screen.getByRole("button", { name: "Flip" }));
    expect(editor.active?.matrix).toEqual([-1, 0, 0, 1, 40, 0]);
  });

  test("a mask inverted twice is itself", () => {
    const mask = { hidesAll: false, marks: [], enabled: true };
    expect(invertedMask(invertedMask(mask))).toEqual(mask);
    expect(invertedMask(mask).hidesAll).toBe(true);
  });
});
