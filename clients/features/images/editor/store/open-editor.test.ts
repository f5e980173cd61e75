// @vitest-environment node
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Assets, UnusablePicture } from "../draw/assets";
import { patchLayer } from "../model/commands";
import { DocumentStorage } from "./document-storage";
import { openEditor } from "./open-editor";

const names = { picture: "Image", paint: "", text: "", shape: "", adjustment: "", copyOf: String };
const source = new Blob(["picture"], { type: "image/png" });
let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    const text = await blob.text();
    if (text === "none") throw new DOMException("no picture", "InvalidStateError");
    return { width: text === "huge" ? 9_000 : 400, height: 300, close: () => undefined };
  });
});

const open = (blob: Blob | null = source) =>
  openEditor("mira/one", blob, names, () => DocumentStorage.open(factory));

describe("opening", () => {
  test("begins with the picture, in its size", async () => {
    const { editor, restored, close } = await open();
    expect(editor.document).toMatchObject({
      frame: { width: 400, height: 300 },
      layers: [{ kind: "picture", name: "Image" }],
    });
    expect(restored).toBe(false);
    await close();
  });

  test("begins with nothing where there is no picture", async () => {
    const { editor, close } = await open(null);
    expect(editor.document).toMatchObject({ frame: { width: 1024, height: 1024 }, layers: [] });
    await close();
  });

  test("brings back what was done, which can still be undone", async () => {
    const first = await open();
    first.editor.do(patchLayer(first.editor.active?.id ?? "", { opacity: 0.5 }));
    await first.close();
    const second = await open(new Blob(["another"]));
    expect(second.restored).toBe(true);
    expect(second.editor.state.getState().announcement?.key).toBe("restored");
    expect(second.editor.active?.opacity).toBe(0.5);
    expect(second.editor.original.layers).toMatchObject([{ opacity: 1 }]);
    second.editor.undo();
    expect(second.editor.active?.opacity).toBe(1);
    await second.close();
  });

  test("begins with the given picture again if nothing was done", async () => {
    await (await open()).close();
    const { editor, restored, close } = await open(new Blob(["another"]));
    expect(restored).toBe(false);
    expect(editor.state.getState()).toMatchObject({ announcement: null, saving: "saved" });
    await close();
  });

  test("asks which version counts where a page closed after another tab had written", async () => {
    const [closing, other] = [await open(), await open()];
    closing.editor.do(patchLayer(closing.editor.active?.id ?? "", { opacity: 0.1 }));
    other.editor.do(patchLayer(other.editor.active?.id ?? "", { opacity: 0.9 }));
    await other.autosave?.flush();
    closing.autosave?.flushClosing();
    const next = await open();
    expect(next.editor.active?.opacity).toBe(0.1);
    expect(next.editor.state.getState().saving).toBe("conflict");
    await next.autosave?.takeTheirs();
    expect(next.editor.active?.opacity).toBe(0.9);
    for (const opened of [next, other]) await opened.close();
  });

  test("works in a browser that keeps nothing", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const refused = () => Promise.reject(new DOMException("denied", "SecurityError"));
    const { editor, autosave, close } = await openEditor("mira/one", source, names, refused);
    expect(editor.document.layers).toHaveLength(1);
    expect(autosave).toBeNull();
    await close();
  });

  test.each([
    ["none", "unreadable"],
    ["huge", "too_large"],
  ])("refuses a picture that is %s", async (content, reason) => {
    const error = await open(new Blob([content])).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnusablePicture);
    expect((error as UnusablePicture).reason).toBe(reason);
  });
});

describe("pictures of a document", () => {
  test("give their memory back when they are replaced, refused or no longer needed", async () => {
    const close = vi.fn();
    vi.stubGlobal("createImageBitmap", async () => ({ width: 1, height: 1, close }));
    const assets = new Assets();
    await assets.add(source, "one");
    await assets.add(source, "one");
    expect(close).toHaveBeenCalledTimes(1);
    assets.close();
    expect(close).toHaveBeenCalledTimes(2);
    expect(assets.pictureOf("one")).toBeNull();
  });
});
