import { expect, test } from "vitest";
import { storageOf } from "./fake-storage";

test("looks like the storage of pages, and passes changes on", () => {
  const changes: (string | null)[][] = [];
  const storage = storageOf(new Map([["a", "1"]]), (key, value) => changes.push([key, value]));
  expect(storage.getItem("a")).toBe("1");
  expect(storage.getItem("none")).toBeNull();
  storage.setItem("b", 2 as unknown as string);
  storage.c = "3";
  expect([storage.length, storage.b, storage.key(2)]).toEqual([3, "2", "c"]);
  expect(Object.keys(storage)).toEqual(["a", "b", "c"]);
  delete storage.c;
  storage.removeItem("none");
  storage.clear();
  expect(storage.length).toBe(0);
  expect(changes).toEqual([
    ["b", "2"],
    ["c", "3"],
    ["c", null],
    ["a", null],
    ["b", null],
  ]);
});
