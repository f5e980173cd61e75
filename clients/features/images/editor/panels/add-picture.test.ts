import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LAYERS_MAX } from "../model/document";
import { paintLayer } from "../model/layers";
import { testDocument } from "../model/test-documents";
import { testEditor } from "../store/testing";
import { duplicateActive } from "./actions";
import { addPicture, addResult, picturesIn } from "./add-picture";

beforeEach(() => {
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    const [width = 0, height = 0] = (await blob.text()).split("x").map(Number);
    return { width, height, close: () => undefined };
  });
});

afterEach(() => vi.unstubAllGlobals());

const file = (size: string, name = "beach.jpeg") => new File([size], name, { type: "image/jpeg" });
const full = () => testEditor(testDocument(Array.from({ length: LAYERS_MAX }, () => paintLayer("One"))));
const said = (editor: ReturnType<typeof testEditor>) => editor.state.getState().announcement?.key;

describe("pictures that are added", () => {
  test("become layers above the active one, named after their files, and fit into the frame", async () => {
    const editor = testEditor();
    editor.choose(editor.document.layers[0]?.id ?? null);
    await addPicture(editor, [file("80x60"), file("4x4", "dot.png")]);
    const [, first, second] = editor.document.layers;
    expect(first).toMatchObject({ name: "beach", matrix: [0.5, 0, 0, 0.5, 0, 0] });
    expect(second).toMatchObject({ name: "dot", matrix: [1, 0, 0, 1, 18, 13] });
    expect(editor.active).toBe(second);
  });

  test("are the pictures among what was dropped", () => {
    const files = [file("1x1"), new File(["a"], "a.txt", { type: "text/plain" })];
    expect(picturesIn({ files } as unknown as DataTransfer).map(({ name }) => name)).toEqual(["beach.jpeg"]);
    expect(picturesIn(null)).toEqual([]);
  });

  test("beyond 100 layers are refused, and it is said", async () => {
    const editor = full();
    await addPicture(editor, [file("4x4")]);
    expect(said(editor)).toBe("too_many_layers");
    const other = full();
    duplicateActive(other);
    expect(said(other)).toBe("too_many_layers");
    const last = full();
    await addResult(last, file("4x4"), "Erase");
    expect(said(last)).toBe("too_many_layers");
    for (const one of [editor, other, last]) expect(one.document.layers).toHaveLength(LAYERS_MAX);
  });
});

describe("what a tool has made", () => {
  test("covers the picture, takes the selection away, and is one step", async () => {
    const editor = testEditor();
    await addResult(editor, file("400x300"), "Upscale");
    expect(editor.active).toMatchObject({ name: "Upscale", matrix: [0.1, 0, 0, 0.1, 0, 0] });
    expect(editor.document.frame).toEqual({ x: 0, y: 0, width: 40, height: 30 });
    expect(editor.state.getState().edited.past).toHaveLength(1);
  });

  test("of another ratio makes room for itself", async () => {
    const editor = testEditor();
    await addResult(editor, file("60x30"), "Outpaint");
    expect(editor.document.frame).toEqual({ x: -10, y: 0, width: 60, height: 30 });
    editor.undo();
    expect(editor.document.frame.width).toBe(40);
  });
});
