import { renderIn } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImageEditor } from "./ImageEditor";
import { blankCanvases } from "./store/testing";

vi.mock("./stage/stage", () => ({
  EditorStage: class {
    cancel = () => false;
    close = () => undefined;
    pointers = { spaceHeld: false, isHovered: false };
  },
}));

beforeEach(() => {
  blankCanvases();
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Both the DOM's blobs and structured clones exist only side by side here: pictures are stored as they are.
  vi.stubGlobal("structuredClone", (value: unknown) => value);
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    if ((await blob.text()) === "none") throw new DOMException("no picture");
    return { width: 64, height: 48, close: () => undefined };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const source = new Blob(["picture"], { type: "image/png" });
const open = (documentId: string, blob: Blob | null = source) =>
  renderIn(<ImageEditor documentId={documentId} source={blob} onSave={vi.fn()} tools={[]} />, {
    areas: ["images"],
  });
const layers = async () =>
  (await screen.findAllByRole("option")).map((option) => option.getAttribute("aria-label"));

test("opens the picture, and brings back what was done to it when it is opened again", async () => {
  const first = await open("one");
  expect(await layers()).toEqual(["Image, Image"]);
  expect(screen.getByText("64 × 48 px")).toBeTruthy();
  await userEvent.keyboard("{Control>}j{/Control}");
  expect(await layers()).toEqual(["Image copy, Image", "Image, Image"]);
  first.unmount();
  await waitFor(async () => {
    cleanup();
    await open("one");
    expect(await layers()).toHaveLength(2);
  });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await layers()).toEqual(["Image, Image"]);
});

test("begins empty without a picture", async () => {
  await open("two", null);
  expect(await screen.findByText(/No layers yet/)).toBeTruthy();
  expect(screen.getByText("1024 × 1024 px")).toBeTruthy();
});

test("says if the picture is none", async () => {
  await open("three", new Blob(["none"]));
  expect((await screen.findByRole("alert")).textContent).toContain("isn't an image");
});

test("edits also where the browser stores nothing, and says so", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  await open("four");
  expect(await layers()).toHaveLength(1);
  expect(screen.getByText(/doesn't store changes/)).toBeTruthy();
});
