import { renderIn, serve, type TestAnswers, TestRefusal } from "@ensemble/blocks/testing";
import type { NewImageTask } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showRows, testImage, testModel, testTask } from "../testing";
import { ArtistPage } from "./ArtistPage";

const TASKS = "/api/images/tasks";
const BOARD = { id: "b1", name: "A fox", image_count: 1, cover_id: null, created_at: "2026-11-28T06:00:00Z" };

beforeEach(() => {
  showRows();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(boardId: string | undefined, answers: TestAnswers = {}, host = memoryHost()) {
  const seen = serve({
    "GET /api/images/models": { models: [testModel()] },
    "GET /api/images/boards": { boards: [BOARD] },
    "GET /api/images": {
      items: [
        testImage({ id: "i2", file_id: "f2", task_id: "t2", prompt: "At night", board_id: "b1" }),
        testImage({ id: "i1", file_id: "f1", task_id: "t1", prompt: "A fox", board_id: "b1" }),
      ],
      next_cursor: null,
    },
    "POST /api/images/boards": (body: object) => ({ ...BOARD, ...body }),
    [`POST ${TASKS}`]: (body: NewImageTask) =>
      testTask({ id: body.id, work: body.work, state: "running", images: [], charged: null }),
    ...answers,
  });
  const view = await renderIn(<ArtistPage boardId={boardId} />, { areas: ["images", "media", "chat"], host });
  return { ...view, seen };
}

const begun = (seen: { method: string; path: string; body: unknown }[]) =>
  seen.filter(({ method, path }) => method === "POST" && path === TASKS).map(({ body }) => body);
const field = () => screen.findByRole("textbox", { name: "Describe the image" });

test("each turn edits the last picture", async () => {
  const { seen } = await open("b1");
  expect(await screen.findByText("At night")).toBeTruthy();
  expect(screen.getByText("5 advanced credits")).toBeTruthy();
  await userEvent.type(await field(), "Add a moon{Enter}");
  await waitFor(() => expect(begun(seen)).toHaveLength(1));
  expect(begun(seen)[0]).toMatchObject({
    board_id: "b1",
    work: { prompt: "Add a moon", references: [{ file_id: "f2" }], parent_id: "i2" },
  });
  expect(((await field()) as HTMLTextAreaElement).value).toBe("");
});

test("nothing is sent until the picture that it edits is known", async () => {
  const list = Promise.withResolvers<unknown>();
  const { seen } = await open("b1", { "GET /api/images": () => list.promise });
  await userEvent.type(await field(), "Add a moon{Enter}");
  expect(begun(seen)).toEqual([]);
  list.resolve({ items: [testImage({ id: "i2", file_id: "f2", board_id: "b1" })], next_cursor: null });
  await screen.findByText("This image is edited next.");
  await userEvent.type(await field(), "{Enter}");
  await waitFor(() => expect(begun(seen)).toHaveLength(1));
  expect(begun(seen)[0]).toMatchObject({ work: { prompt: "Add a moon", parent_id: "i2" } });
});

test("another picture is edited when it is chosen, and none when a new one is wanted", async () => {
  const { seen } = await open("b1");
  await userEvent.click(await screen.findByRole("button", { name: "Edit this one" }));
  await userEvent.type(await field(), "In spring{Enter}");
  await waitFor(() => expect(begun(seen)).toHaveLength(1));
  expect(begun(seen)[0]).toMatchObject({ work: { parent_id: "i1" } });
  await userEvent.click(await screen.findByRole("button", { name: "Start with a new image instead" }));
  await userEvent.type(await field(), "An owl{Enter}");
  await waitFor(() => expect(begun(seen)).toHaveLength(2));
  expect(begun(seen)[1]).toMatchObject({ work: { prompt: "An owl", references: [], parent_id: null } });
});

test("the first turn makes a board that is named by its prompt, and opens it", async () => {
  const { seen, navigate } = await open(undefined);
  await userEvent.type(await field(), "An Owl at dusk{Enter}");
  await waitFor(() => expect(begun(seen)).toHaveLength(1));
  const board = seen.find(({ path, method }) => method === "POST" && path.endsWith("boards"))?.body;
  expect(board).toMatchObject({ name: "An Owl at dusk" });
  const { id } = { id: "", ...(board as object) };
  expect(begun(seen)[0]).toMatchObject({ board_id: id, work: { references: [] } });
  // spec §2: "name lowercased with spaces turned to dashes"
  expect(navigate).toHaveBeenCalledWith(`/home/artist/an-owl-at-dusk/${id}`, { replace: true });
});

test("what was typed outlives a refusal and a reload", async () => {
  const host = memoryHost();
  const refusal = new TestRefusal(409, "images.task_failed", "Task creation failed");
  await open("b1", { [`POST ${TASKS}`]: refusal }, host);
  await userEvent.type(await field(), "Add a moon{Enter}");
  expect(within(await screen.findByRole("alert")).getByText("Task creation failed")).toBeTruthy();
  cleanup();
  await open("b1", {}, host);
  expect(((await field()) as HTMLTextAreaElement).value).toBe("Add a moon");
});

test("an earlier prompt is used again", async () => {
  await open("b1");
  const [first] = await screen.findAllByRole("button", { name: "Use this prompt again" });
  await userEvent.click(first as HTMLElement);
  expect(((await field()) as HTMLTextAreaElement).value).toBe("A fox");
});

test("a model that edits nothing says so", async () => {
  const model = testModel({ abilities: { references_max: 0 } });
  await open("b1", { "GET /api/images/models": { models: [model] } });
  expect(await screen.findByText(/^This model makes new images only/)).toBeTruthy();
});

test("a chat that is gone says so", async () => {
  await open("b9");
  expect(await screen.findByText("This chat was deleted")).toBeTruthy();
});
