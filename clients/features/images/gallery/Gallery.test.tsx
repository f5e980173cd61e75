import { renderIn, serve, type TestAnswers } from "@ensemble/blocks/testing";
import type { Image } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showRows, testImage } from "../testing";
import { Gallery } from "./Gallery";

const BOARD = { id: "b1", name: "Foxes", image_count: 2, cover_id: null, created_at: "2026-11-28T06:00:00Z" };

beforeEach(() => showRows());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const made = (count: number): Image[] =>
  Array.from({ length: count }, (_, at) =>
    testImage({
      id: `i${at}`,
      prompt: `Fox ${at}`,
      created_at: new Date(Date.UTC(2026, 10, 28) - at * 60_000).toISOString(),
    }),
  );

/** Server with images; what is changed stays changed. */
function gallery(images: Image[]): TestAnswers {
  const answers: TestAnswers = {
    "GET /api/images": (_: unknown, query: URLSearchParams) => {
      const start = Number(query.get("cursor") ?? 0);
      const fits = images.filter(
        ({ deleted_at, board_id, starred, prompt }) =>
          (deleted_at !== null) === (query.get("deleted") === "true") &&
          (!query.get("board_id") || board_id === query.get("board_id")) &&
          (query.get("starred") !== "true" || starred) &&
          prompt.includes(query.get("q") ?? ""),
      );
      const end = start + 100;
      return { items: fits.slice(start, end), next_cursor: end < fits.length ? String(end) : null };
    },
    "GET /api/images/boards": { boards: [BOARD] },
    "POST /api/images/boards": (body: { id: string; name: string }) => ({ ...BOARD, ...body }),
    "DELETE /api/images/boards/b1": null,
  };
  for (const image of images) {
    const path = `/api/images/${image.id}`;
    answers[`GET ${path}`] = () => image;
    answers[`PATCH ${path}`] = (body: Partial<Image>) => Object.assign(image, body);
    answers[`DELETE ${path}`] = () => {
      image.deleted_at = "2026-11-28T07:00:00Z";
      return null;
    };
    answers[`POST ${path}/restore`] = () => Object.assign(image, { deleted_at: null });
  }
  return answers;
}

async function open(images: Image[], more: TestAnswers = {}) {
  const seen = serve({ ...gallery(images), ...more });
  const onOpen = vi.fn<(image: Image, among: readonly Image[]) => void>();
  const saveFile = vi.fn<(name: string, content: Blob) => Promise<void>>(() => Promise.resolve());
  await renderIn(
    <>
      <Gallery boardId={null} onOpen={onOpen} />
      <ToastRegion closeLabel="Close" />
    </>,
    { areas: ["images", "media", "chat"], host: memoryHost({ saveFile }) },
  );
  return { seen, onOpen, saveFile };
}

const cell = (name: string) => screen.findByRole("button", { name });
const grid = () => screen.findByRole("list", { name: "Gallery" });

test("of thousands of images only those near the view are in the page, and each has its place", async () => {
  await open(made(5_000));
  const items = within(await grid()).getAllByRole("listitem");
  expect(items.length).toBeGreaterThan(10);
  expect(items.length).toBeLessThan(100);
  const picture = items[0]?.querySelector("img");
  expect(picture?.getAttribute("loading")).toBe("lazy");
  expect([picture?.getAttribute("width"), picture?.getAttribute("height")]).toEqual(["512", "512"]);
});

test("an image opens, among those that are shown with it", async () => {
  const { onOpen } = await open(made(3));
  await userEvent.click(await cell("Fox 1"));
  expect(onOpen.mock.calls[0]?.[0].id).toBe("i1");
  expect(onOpen.mock.calls[0]?.[1]).toHaveLength(3);
});

test("arrow keys move from image to image", async () => {
  await open(made(20));
  (await cell("Fox 0")).focus();
  await userEvent.keyboard("{ArrowRight}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Fox 1"));
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Fox 8"));
});

test("words, favorites and boards narrow the list", async () => {
  const images = made(4);
  Object.assign(images[1] as Image, { starred: true });
  Object.assign(images[2] as Image, { board_id: "b1" });
  await open(images);
  const names = async () =>
    within(await grid())
      .getAllByRole("listitem")
      .map((item) => item.querySelector("button")?.getAttribute("aria-label"));
  expect(await names()).toHaveLength(4);
  await userEvent.click(screen.getByRole("button", { name: "Favorites" }));
  await waitFor(async () => expect(await names()).toEqual(["Fox 1"]));
  await userEvent.click(screen.getByRole("button", { name: "Favorites" }));
  await userEvent.click(screen.getByRole("button", { name: /^Foxes/ }));
  await waitFor(async () => expect(await names()).toEqual(["Fox 2"]));
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  await userEvent.type(screen.getByRole("searchbox"), "3");
  await waitFor(async () => expect(await names()).toEqual(["Fox 3"]));
  await userEvent.type(screen.getByRole("searchbox"), "9");
  expect(await screen.findByText("No matches")).toBeTruthy();
});

describe("images", () => {
  test("are starred at once", async () => {
    const { seen } = await open(made(2));
    await userEvent.click(await screen.findByRole("button", { name: "Add “Fox 0” to favorites" }));
    expect(await screen.findByRole("button", { name: "Remove “Fox 0” from favorites" })).toBeTruthy();
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PATCH")).toMatchObject({ body: { starred: true } }),
    );
  });

  test("are dragged onto a board", async () => {
    const { seen } = await open(made(2));
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => void data.set(type, value),
      getData: (type: string) => data.get(type) ?? "",
      get types() {
        return [...data.keys()];
      },
    };
    const drag = (name: "dragStart" | "dragOver" | "drop", target: Element) => {
      const event = createEvent[name](target);
      Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
      fireEvent(target, event);
    };
    drag("dragStart", (await cell("Fox 1")).parentElement as Element);
    const board = screen.getByRole("button", { name: /^Foxes/ });
    drag("dragOver", board);
    drag("drop", board);
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PATCH")).toMatchObject({
        path: "/api/images/i1",
        body: { board_id: "b1" },
      }),
    );
  });

  test("that are selected are downloaded together, and deleted with undo", async () => {
    const images = made(3);
    const { seen, saveFile } = await open(images, { "POST /api/images/download": "zip" });
    await userEvent.click(screen.getByRole("button", { name: "Select" }));
    await userEvent.click(await cell("Fox 0"));
    await userEvent.click(await cell("Fox 2"));
    expect(screen.getByText("2 selected")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    expect(seen.find(({ path }) => path === "/api/images/download")?.body).toEqual({
      image_ids: ["i0", "i2"],
    });
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("2 images deleted")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Fox 0" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await cell("Fox 0")).toBeTruthy();
  });

  test("in the trash are restored", async () => {
    const images = made(2);
    Object.assign(images[0] as Image, { deleted_at: "2026-11-28T07:00:00Z" });
    const { seen } = await open(images);
    await userEvent.click(screen.getByRole("button", { name: "Trash" }));
    await userEvent.click(screen.getByRole("button", { name: "Select" }));
    await userEvent.click(await cell("Fox 0"));
    await userEvent.click(screen.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/images/i0/restore")).toBe(true));
    expect(await screen.findByText("Image restored")).toBeTruthy();
  });
});

describe("boards", () => {
  test("are made and named", async () => {
    const { seen } = await open(made(1));
    await userEvent.click(await screen.findByRole("button", { name: "New board" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Owls");
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() =>
      expect(seen.find(({ method, path }) => method === "POST" && path.endsWith("boards"))).toMatchObject({
        body: { name: "Owls" },
      }),
    );
  });

  test("are deleted without their images, and come back with them", async () => {
    const images = made(2);
    for (const image of images) image.board_id = "b1";
    const { seen } = await open(images);
    await userEvent.click(await screen.findByRole("button", { name: /^Foxes/ }));
    await userEvent.click(await screen.findByRole("button", { name: "More options for Foxes" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete board" }));
    expect(await screen.findByText(/^Board “.*Foxes.*” deleted/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(seen.filter(({ method }) => method === "PATCH")).toHaveLength(2));
    const board = seen.find(({ method, path }) => method === "POST" && path.endsWith("boards"));
    for (const { board_id } of images) expect(board?.body).toMatchObject({ id: board_id, name: "Foxes" });
  });
});
