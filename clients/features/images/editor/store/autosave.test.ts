// @vitest-environment node
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Assets } from "../draw/assets";
import { patchLayer } from "../model/commands";
import { unedited } from "../model/history";
import { testDocument } from "../model/test-documents";
import { Autosave, SAVE_AFTER_MS } from "./autosave";
import { DocumentStorage } from "./document-storage";
import { Editor } from "./editor";

const KEY = "mira/one";
const names = { picture: "", paint: "", text: "", shape: "", adjustment: "", copyOf: String };
const opened: Autosave[] = [];
let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
});

afterEach(async () => {
  for (const autosave of opened.splice(0)) await autosave.close();
  vi.useRealTimers();
});

async function openTab(revision = 0) {
  const document = testDocument();
  const editor = new Editor(unedited(document), document, new Assets(), names);
  const storage = await DocumentStorage.open(factory);
  const channel = { postMessage: vi.fn(), onmessage: null, close: vi.fn() } as {
    postMessage: (message: unknown) => void;
    onmessage: ((event: MessageEvent) => void) | null;
    close: () => void;
  };
  const autosave = new Autosave(editor, storage, { key: KEY, revision, stored: [], channel });
  opened.push(autosave);
  const fade = (opacity: number) =>
    editor.do({ ...patchLayer(editor.document.layers[0]?.id ?? "", { opacity }), group: undefined });
  return { editor, autosave, channel, fade, saving: () => editor.state.getState().saving };
}

const storedOpacity = async () =>
  (await (await DocumentStorage.open(factory)).read(KEY))?.stored.edited.document.layers[0]?.opacity;

describe("changes", () => {
  test("are written 600 milliseconds after the last one", async () => {
    const tab = await openTab();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    tab.fade(0.5);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
    tab.fade(0.4);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
    expect(tab.saving()).toBe("unsaved");
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await vi.waitFor(() => expect(tab.saving()).toBe("saved"));
    expect(SAVE_AFTER_MS).toBe(600);
    expect(await storedOpacity()).toBe(0.4);
  });

  test("are written beside the stored version when the page closes, but only if there are some", async () => {
    const tab = await openTab();
    tab.autosave.flushClosing();
    expect(await storedOpacity()).toBeUndefined();
    tab.fade(0.3);
    tab.autosave.flushClosing();
    expect(await storedOpacity()).toBe(0.3);
  });

  test("are written at once when the page is hidden, and other tabs are told", async () => {
    const tab = await openTab();
    tab.fade(0.3);
    await tab.autosave.flush();
    expect(await storedOpacity()).toBe(0.3);
    expect(tab.channel.postMessage).toHaveBeenCalledWith({ key: KEY, revision: 1 });
  });

  test("in another tab meanwhile end the writing until somebody decides", async () => {
    const [mine, theirs] = [await openTab(), await openTab()];
    theirs.fade(0.2);
    await theirs.autosave.flush();
    mine.fade(0.7);
    await mine.autosave.flush();
    expect(mine.saving()).toBe("conflict");
    mine.fade(0.8);
    await mine.autosave.flush();
    expect(await storedOpacity()).toBe(0.2);
  });

  test("of this tab win if somebody keeps them", async () => {
    const [mine, theirs] = [await openTab(), await openTab()];
    theirs.fade(0.2);
    await theirs.autosave.flush();
    mine.fade(0.7);
    await mine.autosave.flush();
    await mine.autosave.keepMine();
    expect(await storedOpacity()).toBe(0.7);
    expect(mine.saving()).toBe("saved");
  });

  test("of the other tab are shown if somebody takes them, and go on from there", async () => {
    const [mine, theirs] = [await openTab(), await openTab()];
    theirs.fade(0.2);
    await theirs.autosave.flush();
    mine.fade(0.7);
    await mine.autosave.flush();
    await mine.autosave.takeTheirs();
    expect(mine.editor.document.layers[0]?.opacity).toBe(0.2);
    mine.fade(0.1);
    await mine.autosave.flush();
    expect(await storedOpacity()).toBe(0.1);
  });

  test("of another tab are known as soon as it says so", async () => {
    const tab = await openTab();
    tab.channel.onmessage?.({ data: { key: "mira/other", revision: 9 } } as MessageEvent);
    expect(tab.saving()).toBe("saved");
    tab.channel.onmessage?.({ data: { key: KEY, revision: 1 } } as MessageEvent);
    expect(tab.saving()).toBe("conflict");
  });

  test("that cannot be written are said to be so, and are tried again", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const tab = await openTab();
    const write = vi.spyOn(DocumentStorage.prototype, "write").mockRejectedValueOnce(new Error("disk full"));
    tab.fade(0.5);
    await tab.autosave.flush();
    expect(tab.saving()).toBe("failed");
    await tab.autosave.flush();
    expect(write).toHaveBeenCalledTimes(2);
    expect(tab.saving()).toBe("saved");
  });
});
