import { describe, expect, test, vi } from "vitest";
import { selectedMask } from "../draw/export-picture";
import { areaOf, boundsOfMask, fullMask, type Mask } from "../mask/mask";
import { patchLayer, select } from "../model/commands";
import { LAYERS_MAX, type Layer } from "../model/document";
import { paintLayer, pictureLayer, textLayer } from "../model/layers";
import { IDENTITY, scaling, translation } from "../model/matrix";
import { testDocument, testLayers } from "../model/test-documents";
import type { Editor } from "../store/editor";
import { shownDocument } from "../store/editor";
import type { ToolName } from "../store/editor-state";
import { testEditor } from "../store/testing";
import { addShape, startShape } from "./drawing-shapes";
import type { Gesture, Press } from "./gesture";
import { startPainting } from "./paint";
import { combinationOf, selectColor, startLasso, startRectangle, startSelectBrush } from "./selecting";
import { editText, finishText, startText } from "./typing";

const at = (x: number, y: number, keys: Partial<Press> = {}): Press => ({
  point: { x, y },
  shiftKey: false,
  altKey: false,
  ...keys,
});

const photo = () => pictureLayer("Photo", "asset-1", { width: 40, height: 30 }, IDENTITY);

function drag(gesture: Gesture | null, ...presses: Press[]) {
  for (const press of presses) gesture?.move(press);
  gesture?.end();
}

const withTool = (tool: ToolName, layers: Layer[] = [photo()]): Editor => {
  const editor = testEditor(testDocument(layers));
  editor.use(tool);
  return editor;
};

const said = (editor: Editor) => editor.state.getState().announcement?.key;

describe("painting", () => {
  test("on a picture makes a layer above it, in one step with the stroke", () => {
    const editor = withTool("brush");
    drag(startPainting(editor, at(1, 1)), at(10, 10), at(20, 5));
    expect(editor.document.layers.map(({ kind }) => kind)).toEqual(["picture", "paint"]);
    expect(editor.active?.kind).toBe("paint");
    expect(editor.state.getState().edited.past).toHaveLength(1);
    editor.undo();
    expect(editor.document.layers).toHaveLength(1);
  });

  test("goes on the active paint layer, and shows the stroke before it is a step", () => {
    const editor = withTool("brush", [paintLayer("Paint")]);
    const gesture = startPainting(editor, at(1, 1));
    gesture?.move(at(8, 8));
    expect(editor.state.getState().live?.mark).toMatchObject({ kind: "stroke", erases: false });
    expect(editor.document.layers[0]).toMatchObject({ marks: [] });
    gesture?.end();
    expect(editor.state.getState().live).toBeNull();
    expect(editor.document.layers[0]).toMatchObject({
      marks: [
        {
          points: [
            [1, 1],
            [8, 8],
          ],
          size: 40,
        },
      ],
    });
  });

  test("that is cancelled by a second finger leaves nothing", () => {
    const editor = withTool("brush");
    const gesture = startPainting(editor, at(1, 1));
    gesture?.move(at(5, 5));
    expect(shownDocument(editor.state.getState()).layers).toHaveLength(2);
    gesture?.cancel();
    expect(shownDocument(editor.state.getState()).layers).toHaveLength(1);
    expect(editor.state.getState()).toMatchObject({ live: null, edited: { past: [] } });
  });

  test("with the eraser hides parts of a picture by a mask", () => {
    const editor = withTool("eraser");
    drag(startPainting(editor, at(1, 1)), at(5, 5));
    expect(editor.document.layers[0]?.mask?.marks).toMatchObject([{ erases: true }]);
    editor.undo();
    expect(editor.document.layers[0]?.mask).toBeNull();
  });

  test("on a mask keeps working on the mask", () => {
    const editor = withTool("eraser");
    drag(startPainting(editor, at(1, 1)), at(5, 5));
    editor.state.setState({ place: "mask" });
    editor.use("brush");
    drag(startPainting(editor, at(1, 1)), at(5, 5));
    expect(editor.document.layers).toHaveLength(1);
    expect(editor.document.layers[0]?.mask?.marks.map(({ erases }) => erases)).toEqual([true, false]);
    expect(editor.state.getState().place).toBe("mask");
  });

  test("within a selection stays in it, wherever the layer lies", () => {
    const editor = withTool("brush", [{ ...paintLayer("Paint"), matrix: translation(5, 0) }]);
    const mask = fullMask({ width: 8, height: 8 });
    editor.do(select({ mask, origin: { x: 10, y: 10 } }));
    drag(startPainting(editor, at(12, 12)), at(30, 12));
    const [stroke] = editor.active?.kind === "paint" ? editor.active.marks : [];
    expect(stroke).toMatchObject({ clip: { matrix: [1, 0, 0, 1, 5, 10] } });
    // Shared, so that many strokes on one selection store it once.
    expect(stroke?.kind === "stroke" && stroke.clip?.mask).toBe(mask);
    editor.do(select(null));
    drag(startPainting(editor, at(12, 12)), at(30, 12));
    expect(editor.active?.kind === "paint" && editor.active.marks[1]).not.toHaveProperty("clip");
  });

  test("on an enlarged layer is as wide on the screen as the brush says", () => {
    const editor = withTool("brush", [{ ...paintLayer("Paint"), matrix: scaling(2) }]);
    drag(startPainting(editor, at(10, 10)), at(20, 20));
    expect(editor.document.layers[0]).toMatchObject({
      marks: [
        {
          size: 20,
          points: [
            [5, 5],
            [10, 10],
          ],
        },
      ],
    });
  });

  test.each([
    ["locked", { locked: true }, "layer_is_locked"],
    ["hidden", { visible: false }, "layer_is_hidden"],
  ])("on a %s layer says so and does nothing", (_, patch, message) => {
    const editor = withTool("brush", [{ ...photo(), ...patch }]);
    expect(startPainting(editor, at(1, 1))).toBeNull();
    expect(said(editor)).toBe(message);
  });

  test("beyond 100 layers says so", () => {
    const editor = withTool("brush", Array.from({ length: LAYERS_MAX }, photo));
    expect(startPainting(editor, at(1, 1))).toBeNull();
    expect(said(editor)).toBe("too_many_layers");
  });
});

describe("selecting", () => {
  const bounds = (editor: Editor) =>
    boundsOfMask(selectedMask(editor.document) ?? fullMask({ width: 1, height: 1 }));

  test("with Shift adds, with Alt takes away, with both intersects", () => {
    expect(combinationOf("replace", at(0, 0))).toBe("replace");
    expect(combinationOf("subtract", at(0, 0))).toBe("subtract");
    expect(combinationOf("replace", at(0, 0, { shiftKey: true }))).toBe("add");
    expect(combinationOf("replace", at(0, 0, { altKey: true }))).toBe("subtract");
    expect(combinationOf("replace", at(0, 0, { shiftKey: true, altKey: true }))).toBe("intersect");
  });

  test("a rectangle, then another one with Shift", () => {
    const editor = withTool("rectangle");
    drag(startRectangle(editor, at(2, 2)), at(6, 5));
    expect(bounds(editor)).toEqual({ x: 2, y: 2, width: 4, height: 3 });
    drag(startRectangle(editor, at(10, 10, { shiftKey: true })), at(12, 13, { shiftKey: true }));
    expect(bounds(editor)).toEqual({ x: 2, y: 2, width: 10, height: 11 });
    expect(editor.state.getState().outline).toEqual([]);
  });

  test("an empty rectangle selects nothing", () => {
    const editor = withTool("rectangle");
    drag(startRectangle(editor, at(2, 2)));
    expect(editor.document.selection).toBeNull();
  });

  test("with a lasso, in a cropped picture", () => {
    const editor = testEditor({ ...testDocument([photo()]), frame: { x: 10, y: 10, width: 20, height: 15 } });
    drag(startLasso(editor, at(10, 10)), at(20, 10), at(20, 20), at(10, 20));
    expect(bounds(editor)).toEqual({ x: 0, y: 0, width: 10, height: 10 });
    expect(editor.document.selection?.origin).toEqual({ x: 10, y: 10 });
  });

  test("with the brush adds stroke by stroke", () => {
    const editor = withTool("select_brush");
    editor.state.setState({ brush: { size: 4, hardness: 1, opacity: 1 } });
    drag(startSelectBrush(editor, at(5, 5)));
    drag(startSelectBrush(editor, at(20, 5)));
    expect(bounds(editor)).toMatchObject({ x: 3, width: 19 });
  });

  const pixels = async () =>
    ({ data: new Uint8ClampedArray(40 * 30 * 4), width: 40, height: 30 }) as ImageData;

  test("by color asks for the picture as shown, at the place in its frame", async () => {
    const editor = testEditor({ ...testDocument([photo()]), frame: { x: 10, y: 5, width: 40, height: 30 } });
    const fill = vi.fn(async (): Promise<Mask> => fullMask({ width: 40, height: 30 }));
    await selectColor(editor, at(13, 9), { pixels, fill });
    expect(fill).toHaveBeenCalledWith(
      expect.objectContaining({ start: { x: 3, y: 4 }, tolerance: 24, contiguous: true }),
    );
    expect(areaOf(selectedMask(editor.document) ?? fullMask({ width: 1, height: 1 }))).toBe(1200);
    expect(said(editor)).toBe("selected_share");
  });

  test("by color is given up if the picture was cropped meanwhile", async () => {
    const editor = withTool("wand");
    const fill = async () => {
      editor.do({
        name: "cropped",
        operations: [{ kind: "document", patch: { frame: { x: 0, y: 0, width: 5, height: 5 } } }],
      });
      return fullMask({ width: 40, height: 30 });
    };
    await selectColor(editor, at(1, 1), { pixels, fill });
    expect(editor.document.selection).toBeNull();
  });
});

describe("shapes", () => {
  test("are drawn between two corners; with Shift both sides are equal", () => {
    const editor = withTool("shape");
    drag(startShape(editor, at(20, 20)), at(12, 5, { shiftKey: true }));
    expect(editor.active).toMatchObject({ kind: "shape", width: 15, height: 15, matrix: [1, 0, 0, 1, 5, 5] });
  });

  test("that are clicked, or added with Enter, have a default size", () => {
    const editor = withTool("shape");
    drag(startShape(editor, at(20, 15)));
    addShape(editor);
    const sizes = editor.document.layers.slice(1).map((layer) => layer.kind === "shape" && layer.width);
    expect(sizes).toEqual([9, 9]);
  });

  test("lines turn to where they end, with Shift by 15 degrees", () => {
    const editor = withTool("shape");
    editor.state.setState({ shape: { shape: "arrow", filled: true, strokeWidth: 4 } });
    drag(startShape(editor, at(0, 0)), at(10, 9, { shiftKey: true }));
    const layer = editor.active;
    expect(layer).toMatchObject({ shape: "arrow", fill: null, strokeWidth: 4 });
    expect(layer?.matrix[0]).toBeCloseTo(Math.SQRT1_2);
    expect(layer?.kind === "shape" && layer.width).toBeCloseTo(Math.hypot(10, 9));
  });

  test("that are cancelled leave nothing", () => {
    const editor = withTool("shape");
    const gesture = startShape(editor, at(0, 0));
    gesture.move(at(9, 9));
    gesture.cancel();
    expect(shownDocument(editor.state.getState()).layers).toHaveLength(1);
  });
});

describe("typing", () => {
  test("makes a layer named after its first line, as one step", () => {
    const editor = withTool("text");
    startText(editor, { x: 5, y: 5 });
    finishText(editor, "שלום\nעולם");
    expect(editor.active).toMatchObject({ kind: "text", text: "שלום\nעולם", name: "שלום" });
    expect(editor.state.getState().edited.past).toHaveLength(1);
  });

  test("again renames the layer, unless somebody has given it a name", () => {
    const editor = withTool("text");
    startText(editor);
    finishText(editor, "Hi");
    if (editor.active?.kind === "text") editText(editor, editor.active);
    finishText(editor, "Hello");
    expect(editor.active).toMatchObject({ text: "Hello", name: "Hello" });
  });

  test("of nothing makes no layer", () => {
    const editor = withTool("text");
    startText(editor);
    finishText(editor, "  \n");
    expect(editor.document.layers).toHaveLength(1);
    expect(editor.state.getState().typing).toBeNull();
  });

  const written = () =>
    textLayer("Title", IDENTITY, {
      text: "Old",
      size: 12,
      color: "#000000",
      weight: 400,
      italic: false,
      align: "start",
    });

  test("in a text hides it meanwhile, and changes or removes it", () => {
    const layer = written();
    const editor = withTool("text", [layer]);
    editText(editor, layer);
    expect(shownDocument(editor.state.getState()).layers[0]?.visible).toBe(false);
    finishText(editor, "New");
    expect(editor.document.layers[0]).toMatchObject({ text: "New", visible: true, name: "Title" });
    editText(editor, editor.document.layers[0] as typeof layer);
    finishText(editor, "");
    expect(editor.document.layers).toEqual([]);
    editor.undo();
    expect(editor.document.layers[0]).toMatchObject({ text: "New" });
  });

  test("in a locked text says so", () => {
    const layer = { ...written(), locked: true };
    const editor = withTool("text", [layer]);
    editText(editor, layer);
    expect(editor.state.getState().typing).toBeNull();
    expect(said(editor)).toBe("layer_is_locked");
  });
});

describe("an editor", () => {
  test("chooses another layer when the active one is gone", () => {
    const editor = testEditor();
    const [first] = testLayers();
    expect(first?.kind).toBe("picture");
    const top = editor.document.layers.at(-1)?.id ?? "";
    editor.choose(top);
    editor.do({ name: "layer_deleted", operations: [{ kind: "remove", id: top }] });
    expect(editor.state.getState().activeId).toBe(editor.document.layers.at(-1)?.id);
  });

  test("says which step was undone", () => {
    const editor = testEditor();
    editor.do(patchLayer(editor.document.layers[0]?.id ?? "", { opacity: 0.5 }));
    editor.undo();
    expect(editor.state.getState().announcement).toMatchObject({
      key: "undone",
      values: { step: "layer_changed" },
    });
    editor.undo();
    expect(editor.state.getState().announcement?.count).toBe(2);
  });
});
