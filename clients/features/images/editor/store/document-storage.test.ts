// @vitest-environment node
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test } from "vitest";
import { patchLayer } from "../model/commands";
import { type Edited, perform, undo, unedited } from "../model/history";
import { testDocument } from "../model/test-documents";
import { DocumentStorage, KEPT_DOCUMENTS_MAX, RevisionConflict } from "./document-storage";
import { forgetEditedPictures } from "./forget-edited-pictures";

let factory: IDBFactory;
let storage: DocumentStorage;

beforeEach(async () => {
  factory = new IDBFactory();
  storage = await DocumentStorage.open(factory);
});

const picture = new Blob(["picture"], { type: "image/png" });
const written = (edited: Edited, saved_at = 1) => ({ edited, original: edited.document, saved_at });
const keysIn = async (keys: string[]) => {
  const found = await Promise.all(keys.map((key) => storage.read(key)));
  return keys.filter((_, index) => found[index] !== null);
};

describe("documents on this device", () => {
  test("come back with their pictures and what can be undone", async () => {
    const start = unedited(testDocument());
    const edited = perform(start, patchLayer(start.document.layers[0]?.id ?? "", { opacity: 0.5 }), 0);
    expect(await storage.write("mira/one", written(edited), 0, [["asset-1", picture]])).toBe(1);
    const again = await (await DocumentStorage.open(factory)).read("mira/one");
    expect(again?.stored.revision).toBe(1);
    expect(undo(again?.stored.edited ?? start).document).toEqual(start.document);
    expect(await again?.blobs.get("asset-1")?.text()).toBe("picture");
  });

  test("are never overwritten by a tab that has not seen the last version", async () => {
    const [mine, theirs] = [unedited(testDocument()), unedited(testDocument([]))];
    await storage.write("mira/one", written(theirs), 0, []);
    await expect(storage.write("mira/one", written(mine), 0, [["asset-9", picture]])).rejects.toThrow(
      RevisionConflict,
    );
    expect((await storage.read("mira/one"))?.stored.edited.document).toEqual(theirs.document);
    expect(await storage.write("mira/one", written(mine), 1, [])).toBe(2);
  });

  test("of two tabs that write at once, one wins and the other is told", async () => {
    const other = await DocumentStorage.open(factory);
    const results = await Promise.allSettled([
      storage.write("mira/one", written(unedited(testDocument())), 0, []),
      other.write("mira/one", written(unedited(testDocument())), 0, []),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("of a page that closed come first, with the revision that they were based on", async () => {
    const [before, after] = [unedited(testDocument([])), unedited(testDocument())];
    await storage.write("mira/one", written(before), 0, []);
    storage.writeClosing("mira/one", { ...written(after), revision: 1 }, [["asset-1", picture]]);
    const found = await storage.read("mira/one");
    expect(found).toMatchObject({
      isClosing: true,
      stored: { revision: 1, edited: { document: after.document } },
    });
    expect(await found?.blobs.get("asset-1")?.text()).toBe("picture");
    expect(await storage.write("mira/one", written(after), 1, [])).toBe(2);
    expect((await storage.read("mira/one"))?.isClosing).toBe(false);
  });

  test("of a page that closed never replace what another tab has written since", async () => {
    const [mine, theirs] = [unedited(testDocument()), unedited(testDocument([]))];
    storage.writeClosing("mira/one", { ...written(mine), revision: 0 }, []);
    await storage.write("mira/two", written(theirs), 0, []);
    const other = await DocumentStorage.open(factory);
    await other.write("mira/one", written(theirs), 0, []);
    storage.writeClosing("mira/one", { ...written(mine), revision: 0 }, []);
    const found = await storage.read("mira/one");
    await expect(
      storage.write("mira/one", written(found?.stored.edited ?? mine), found?.stored.revision ?? 0, []),
    ).rejects.toThrow(RevisionConflict);
    await storage.dropClosing("mira/one");
    expect((await storage.read("mira/one"))?.stored.edited.document).toEqual(theirs.document);
    expect(await storage.revisionOf("mira/one")).toBe(1);
    expect(await storage.revisionOf("mira/none")).toBe(0);
  });

  test("of a newer editor are not read", async () => {
    const edited = unedited({ ...testDocument(), version: 2 as 1 });
    await storage.write("mira/new", written(edited), 0, []);
    expect(await storage.read("mira/new")).toBeNull();
    expect(await storage.read("mira/none")).toBeNull();
  });

  test("beyond twenty, those edited longest ago go, with their pictures", async () => {
    const keys = Array.from({ length: KEPT_DOCUMENTS_MAX + 2 }, (_, index) => `mira/${index}`);
    for (const [index, key] of keys.entries())
      await storage.write(key, written(unedited(testDocument()), index), 0, [["asset-1", picture]]);
    await storage.removeOld("mira/0");
    expect(KEPT_DOCUMENTS_MAX).toBe(20);
    expect(await keysIn(keys)).toEqual(keys.filter((key) => !["mira/1", "mira/2"].includes(key)));
  });

  test("lose the pictures that no step needs any more", async () => {
    await storage.write("mira/one", written(unedited(testDocument())), 0, [
      ["asset-1", picture],
      ["asset-2", picture],
    ]);
    await storage.removeUnused("mira/one");
    const blobs = (await storage.read("mira/one"))?.blobs;
    expect([...(blobs?.keys() ?? [])]).toEqual(["asset-1"]);
  });

  test("of others are forgotten when somebody signs in, and all when nobody is", async () => {
    for (const key of ["mira/one", "noor/one"])
      await storage.write(key, written(unedited(testDocument())), 0, []);
    await forgetEditedPictures("mira", factory);
    expect(await keysIn(["mira/one", "noor/one"])).toEqual(["mira/one"]);
    await forgetEditedPictures(null, factory);
    expect(await keysIn(["mira/one"])).toEqual([]);
  });

  test("are not asked for on a device that has none", async () => {
    const unused = new IDBFactory();
    await forgetEditedPictures(null, unused);
    expect(await unused.databases()).toEqual([]);
  });
});
