import { renderIn, serve, type TestAnswers, TestRefusal } from "@ensemble/blocks/testing";
import type { NewImageTask } from "@ensemble/contract/wire";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StudioPage } from "../studio/StudioPage";
import { showRows, testImage, testModel, testTask, testTool } from "../testing";
import { REST_MS } from "./use-live";

const TASKS = "/api/images/tasks";

beforeEach(() => showRows());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(mode: "realtime" | "canvas", models: unknown[], answers: TestAnswers = {}) {
  let made = 0;
  const seen = serve({
    "GET /api/images/models": { models },
    "GET /api/images/tools": { tools: [testTool({ kind: "sketch" }), testTool({ kind: "oil_painting" })] },
    [`POST ${TASKS}`]: (body: NewImageTask) => {
      made += 1;
      return testTask({
        id: body.id,
        work: body.work,
        images: [testImage({ id: `i${made}`, parent_id: `drawing${made}` })],
      });
    },
    "GET /api/billing/usage": { meters: [] },
    ...answers,
  });
  const view = await renderIn(<StudioPage mode={mode} />, {
    areas: ["images", "image_apps", "media", "chat"],
  });
  return { ...view, seen };
}

const prompt = () => screen.findByRole("textbox", { name: "Prompt" });
const start = () => userEvent.click(screen.getByRole("button", { name: "Start" }));
const works = (seen: { method: string; path: string; body: unknown }[]) =>
  seen
    .filter(({ method, path }) => method === "POST" && path === TASKS)
    .map(({ body }) => (body as NewImageTask).work);

describe("realtime generation", () => {
  test("says the price before, makes an image again when the words changed, and stops", async () => {
    const { seen } = await open("realtime", [testModel()]);
    await userEvent.type(await prompt(), "A fox");
    expect(screen.getByText("5 advanced credits per image, at most 50 advanced credits")).toBeTruthy();
    await start();
    await waitFor(() => expect(works(seen)).toHaveLength(1), { timeout: 3 * REST_MS });
    expect(await screen.findByText("1 of 10 images · 5 advanced credits")).toBeTruthy();
    fireEvent.change(await prompt(), { target: { value: "A fox at noon" } });
    await waitFor(() => expect(works(seen)).toHaveLength(2), { timeout: 3 * REST_MS });
    expect(works(seen)[1]).toMatchObject({ type: "create", prompt: "A fox at noon", count: 1 });
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole("textbox", { name: "Prompt" }), { target: { value: "A hare" } });
    act(() => void vi.advanceTimersByTime(5 * REST_MS));
    expect(works(seen)).toHaveLength(2);
  });

  test("a failure ends it and says why", async () => {
    const refusal = new TestRefusal(402, "ledger.insufficient_credits", "Not enough credits");
    const { seen } = await open("realtime", [testModel()], { [`POST ${TASKS}`]: refusal });
    await userEvent.type(await prompt(), "A fox");
    await start();
    expect(await screen.findByRole("link", { name: "Get more credits" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Start" })).toBeTruthy();
    expect(works(seen)).toHaveLength(1);
  });

  test("says why the ratio scale cannot be chosen", async () => {
    await open("realtime", [testModel()]);
    await prompt();
    const scale = screen.getByRole("slider", { name: /^Ratio scale/ });
    expect(scale.hasAttribute("disabled")).toBe(true);
    expect(scale.getAttribute("max")).toBe("10");
    expect(screen.getByText("Needs a reference image")).toBeTruthy();
  });

  test("without a model leads to the canvas, which needs none", async () => {
    await open("realtime", []);
    expect(await screen.findByText("No model for images is connected")).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Realtime canvas" });
    expect(links.map((link) => link.getAttribute("href"))).toContain("/home/image/canvas");
  });
});

describe("the realtime canvas", () => {
  beforeEach(() => {
    const context = {
      fillRect: vi.fn(),
      beginPath: vi.fn(),
      moveTo: vi.fn(),
      lineTo: vi.fn(),
      stroke: vi.fn(),
    };
    vi.stubGlobal(
      "OffscreenCanvas",
      class {
        getContext = () => context;
        convertToBlob = async () => new Blob(["drawing"], { type: "image/png" });
      },
    );
  });

  test("makes an image of a drawing with a filter, which it calls one, and keeps only the last", async () => {
    const sent = vi.fn(() => ({ id: "f1", name: "drawing.png" }));
    const removed = vi.fn(() => null);
    const answers: TestAnswers = {
      "DELETE /api/images/i1": removed,
      "DELETE /api/images/drawing1": removed,
    };
    const { seen } = await open("canvas", [], answers);
    const original = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      return request.method === "PUT" ? Response.json(sent()) : ((await original?.(request)) as Response);
    });
    const board = await screen.findByRole("application", { name: "Drawing" });
    expect(screen.getByText(/^A filter changes the look of your drawing/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Start" }).hasAttribute("disabled")).toBe(true);
    board.focus();
    fireEvent.keyDown(board, { key: " " });
    expect(screen.getByText("Runs on this server and is free of charge")).toBeTruthy();
    await start();
    await waitFor(() => expect(works(seen)).toHaveLength(1), { timeout: 3 * REST_MS });
    expect(works(seen)[0]).toMatchObject({ type: "tool", tool: { tool: "oil_painting" } });
    expect(sent).toHaveBeenCalledTimes(1);
    await screen.findByText(/^1 of 10 images/);
    fireEvent.keyDown(board, { key: "ArrowLeft" });
    fireEvent.keyDown(board, { key: " " });
    await waitFor(() => expect(works(seen)).toHaveLength(2), { timeout: 3 * REST_MS });
    await waitFor(() => expect(removed).toHaveBeenCalledTimes(2));
  });

  test("keeps the drawing through a reload", async () => {
    const first = await open("canvas", []);
    const board = await screen.findByRole("application", { name: "Drawing" });
    board.focus();
    fireEvent.keyDown(board, { key: " " });
    const { host } = first;
    cleanup();
    await renderIn(<StudioPage mode="canvas" />, { areas: ["images", "image_apps", "media", "chat"], host });
    await screen.findByRole("application", { name: "Drawing" });
    expect(screen.getByRole("button", { name: "Undo" }).hasAttribute("disabled")).toBe(false);
  });
});
