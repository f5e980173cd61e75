import {
  renderIn,
  serve,
  type TestAnswers,
  TestRefusal,
  testMe,
  testSession,
} from "@ensemble/blocks/testing";
import type { ImageTask, NewImageTask } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { memoryHost } from "@ensemble/host/memory-host";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showRows, testImage, testModel, testTask } from "../testing";
import { StudioPage } from "./StudioPage";

const TASKS = "/api/images/tasks";
const painter = testModel();
const simple = testModel({
  id: "home/simple",
  name: "Simple",
  credits: 0,
  abilities: {
    ratios: [],
    sizes: [],
    styles: [],
    qualities: [],
    count_max: 1,
    references_max: 0,
    strength: false,
    transparency: false,
  },
});

beforeEach(() => showRows());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open({
  answers = {},
  models = [painter, simple],
  host = memoryHost(),
  role = "operator",
  props = {},
}: {
  answers?: TestAnswers;
  models?: unknown[];
  host?: Host;
  role?: "operator" | "member";
  props?: Parameters<typeof StudioPage>[0];
} = {}) {
  const seen = serve({
    "GET /api/images/models": { models },
    "GET /api/images": { items: [], next_cursor: null },
    "GET /api/images/boards": { boards: [] },
    [`GET ${TASKS}`]: { items: [], next_cursor: null },
    [`POST ${TASKS}`]: (body: NewImageTask) => testTask({ id: body.id, work: body.work }),
    "GET /api/billing/usage": { meters: [] },
    ...answers,
  });
  const view = await renderIn(
    <>
      <StudioPage {...props} />
      <ToastRegion closeLabel="Close" />
    </>,
    { areas: ["images", "media", "chat"], host, session: testSession({ me: { ...testMe, role } }) },
  );
  return { ...view, seen };
}

const begun = (seen: { method: string; path: string; body: unknown }[]) =>
  seen.filter(({ method, path }) => method === "POST" && path === TASKS).map(({ body }) => body);
const prompt = () => screen.findByRole("textbox", { name: "Prompt" });
const create = () => screen.getByRole("button", { name: "Create" });

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

describe("the form for new images", () => {
  test("sends the prompt and the settings to the chosen model, for a price that was said before", async () => {
    const { seen } = await open();
    await prompt();
    expect(create().hasAttribute("disabled")).toBe(true);
    await userEvent.type(await prompt(), "A fox");
    await choose("Aspect ratio", "16:9");
    await userEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(screen.getByText("20 advanced credits")).toBeTruthy();
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      board_id: null,
      work: { type: "create", model: painter.id, prompt: "A fox", ratio: "16:9", count: 4, seed: null },
    });
    expect(await screen.findByText("Charged: 5 advanced credits")).toBeTruthy();
  });

  test("keeps what was typed through a reload and a refusal", async () => {
    const host = memoryHost();
    const refusal = new TestRefusal(402, "ledger.insufficient_credits", "Not enough credits");
    await open({ host, answers: { [`POST ${TASKS}`]: refusal } });
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(create());
    expect(await screen.findByRole("link", { name: "Get more credits" })).toBeTruthy();
    expect(((await prompt()) as HTMLTextAreaElement).value).toBe("A fox");
    cleanup();
    await open({ host });
    expect(((await prompt()) as HTMLTextAreaElement).value).toBe("A fox");
  });

  test("empties the prompt after sending only where it is not to be kept", async () => {
    const { seen } = await open();
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(screen.getByRole("switch", { name: "Keep prompt" }));
    await userEvent.click(create());
    await waitFor(async () => expect(((await prompt()) as HTMLTextAreaElement).value).toBe(""));
    expect(begun(seen)).toHaveLength(1);
  });

  test("says what a model lacks, and gives a setting back with the next model", async () => {
    await open();
    await prompt();
    await choose("Aspect ratio", "16:9");
    await choose("Model", "Simple · Studio");
    expect(screen.queryByRole("combobox", { name: "Aspect ratio" })).toBeNull();
    expect(
      screen.getByText(/^Not available with this model: Aspect ratio, Size, Number of images/),
    ).toBeTruthy();
    expect(screen.getByText("Free")).toBeTruthy();
    await choose("Model", "Painter · Studio");
    expect(screen.getByRole("combobox", { name: "Aspect ratio" }).textContent).toContain("16:9");
  });

  test("takes back the prompt and the settings of an image that is dropped on it", async () => {
    await open({ answers: { "GET /api/images/i1": testImage() } });
    await userEvent.type(await prompt(), "Something else");
    const data = {
      types: ["application/x-ensemble-images"],
      getData: () => JSON.stringify(["i1"]),
      files: [],
    };
    const field = await prompt();
    fireEvent.dragOver(field, { dataTransfer: data });
    fireEvent.drop(field, { dataTransfer: data });
    await waitFor(async () =>
      expect(((await prompt()) as HTMLTextAreaElement).value).toBe("A fox in the snow"),
    );
    expect(screen.getByRole("combobox", { name: "Aspect ratio" }).textContent).toContain("16:9");
  });

  test("takes over the prompt and the seed that a file says it was made with", async () => {
    vi.stubGlobal("createImageBitmap", undefined);
    const { seen } = await open();
    await prompt();
    const original = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const made_with = { prompt: "A lamp at noon", seed: 7, cfg_scale: 4 };
      return request.method === "PUT"
        ? Response.json({ id: "f1", made_with })
        : ((await original?.(request)) as Response);
    });
    const file = new File(["picture"], "lamp.png", { type: "image/png" });
    await userEvent.upload(screen.getByTestId("reference-input"), file);
    expect(await screen.findByText("This file has a prompt")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Use settings" }));
    expect(((await prompt()) as HTMLTextAreaElement).value).toBe("A lamp at noon");
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({ work: { prompt: "A lamp at noon", seed: 7, cfg_scale: 4 } });
  });

  test("shows what a model has made of an image so far", async () => {
    const running: Partial<ImageTask> = { state: "running", images: [], charged: null, draft: 2 };
    await open({
      answers: {
        [`POST ${TASKS}`]: (body: NewImageTask) => testTask({ ...running, id: body.id, work: body.work }),
      },
    });
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(create());
    const draft = await screen.findByRole("img", { name: "Draft 2" });
    expect(draft.getAttribute("src")).toMatch(/^\/api\/images\/tasks\/[\w-]+\/draft\?number=2$/);
  });

  test("refuses a seed that is no whole number", async () => {
    await open();
    await userEvent.type(await prompt(), "A fox");
    await userEvent.type(screen.getByRole("textbox", { name: "Seed" }), "12x");
    expect(await screen.findAllByText(/^Enter a whole number up to/)).not.toHaveLength(0);
    expect(create().hasAttribute("disabled")).toBe(true);
  });

  test("begins with the prompt of a recipe, but never over one that was typed", async () => {
    const host = memoryHost();
    await open({ host, props: { recipe: "anime" } });
    expect(((await prompt()) as HTMLTextAreaElement).value).toMatch(/^Redraw the reference in anime style/);
    await userEvent.clear(await prompt());
    await userEvent.type(await prompt(), "Mine");
    cleanup();
    await open({ host, props: { recipe: "illustration" } });
    expect(((await prompt()) as HTMLTextAreaElement).value).toBe("Mine");
  });
});

test("a reference that is too small is not sent, and can be enlarged", async () => {
  const sides = { width: 200, height: 200, close: () => undefined };
  vi.stubGlobal("createImageBitmap", () => Promise.resolve(sides));
  const { seen } = await open();
  await prompt();
  const file = new File(["{}"], "small.png", { type: "image/png" });
  await userEvent.upload(screen.getByTestId("reference-input"), file);
  // Twice: the toast repeats itself for screen readers.
  expect(await screen.findAllByText(/each side needs at least 300 pixels/)).not.toHaveLength(0);
  expect(screen.getByText("Crop and enlarge")).toBeTruthy();
  expect(seen.some(({ method }) => method === "PUT")).toBe(false);
});

test("images are dragged from the gallery into the references", async () => {
  const owl = testImage({ id: "i2", file_id: "f2", prompt: "An owl" });
  await open({ answers: { "GET /api/images/i1": testImage(), "GET /api/images/i2": owl } });
  await prompt();
  const place = screen.getByRole("heading", { name: "References" }).closest("div.rounded-md") as Element;
  const data: Record<string, string> = { "application/x-ensemble-images": '["i1","i2"]' };
  const dataTransfer = { types: Object.keys(data), getData: (type: string) => data[type] ?? "", files: [] };
  for (const name of ["dragOver", "drop"] as const) {
    const event = createEvent[name](place);
    Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
    fireEvent(place, event);
  }
  const remove = await screen.findByRole("button", { name: "Remove “A fox in the snow”" });
  await userEvent.click(remove);
  expect(screen.queryByRole("img", { name: "A fox in the snow" })).toBeNull();
  expect(screen.getByRole("img", { name: "An owl" })).toBeTruthy();
});

test("deleting an open image goes on to the next one", async () => {
  const images = [testImage({ id: "i1" }), testImage({ id: "i2", prompt: "An owl" })];
  const { seen } = await open({
    answers: {
      "GET /api/images": { items: images, next_cursor: null },
      "GET /api/images/i1": images[0],
      "GET /api/images/i2": images[1],
      "DELETE /api/images/i1": null,
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "A fox in the snow" }));
  await userEvent.click(await screen.findByRole("button", { name: /^More options for/ }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  expect(await screen.findByRole("heading", { name: "An owl" })).toBeTruthy();
  expect(seen.some(({ method, path }) => method === "DELETE" && path === "/api/images/i1")).toBe(true);
});

describe("without a model for images", () => {
  test("an operator is led to connecting one, and the tools that work without are offered", async () => {
    await open({ models: [] });
    const link = await screen.findByRole("link", { name: "Connect a model" });
    expect(link.getAttribute("href")).toBe("/settings/models");
    expect(screen.getByRole("link", { name: "Background removal" }).getAttribute("href")).toBe(
      "/image-tools/background-removal",
    );
  });

  test("a member is told who can", async () => {
    await open({ models: [], role: "member" });
    expect(await screen.findByText(/Ask the operator of this server/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Connect a model" })).toBeNull();
  });
});

test("a request that failed says why, charges nothing, and is tried again", async () => {
  const failed = {
    state: "failed" as const,
    images: [],
    charged: 0,
    problem: {
      code: "images.generation_failed",
      status: 502,
      message: "Failed to generate image",
      params: {},
    },
    cause: { code: "providers.busy", status: 429, message: "The provider is busy", params: {} },
  };
  let task = testTask();
  const { seen } = await open({
    answers: {
      [`POST ${TASKS}`]: (body: NewImageTask) => {
        task = testTask({ id: body.id, work: body.work, ...failed });
        return task;
      },
    },
  });
  await userEvent.type(await prompt(), "A fox");
  await userEvent.click(create());
  expect(await screen.findByText("You weren't charged.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(seen.some(({ path }) => path === `/api/tasks/${task.id}/retry`)).toBe(true));
});

describe("an image's details", () => {
  const image = testImage({
    prompt: "A red fox, as the provider put it",
    work: { type: "create", model: simple.id, prompt: "A fox", negative_prompt: "text", seed: null },
  });

  test("show how it was made, and its settings are used again", async () => {
    await open({ answers: { "GET /api/images/i1": image }, props: { image: "i1" } });
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("42")).toBeTruthy();
    expect(within(dialog).getByText("5 advanced credits")).toBeTruthy();
    await userEvent.click(await within(dialog).findByRole("button", { name: /^More options for/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Use settings" }));
    expect(((await prompt()) as HTMLTextAreaElement).value).toBe("A fox");
    expect(screen.getByRole("combobox", { name: "Model" }).textContent).toContain("Simple");
    expect((screen.getByRole("textbox", { name: "Seed" }) as HTMLInputElement).value).toBe("42");
  });

  test("a remix refers to it, and knows it as its parent", async () => {
    const { seen } = await open({ answers: { "GET /api/images/i1": testImage() }, props: { image: "i1" } });
    await userEvent.click(await screen.findByRole("button", { name: "Remix" }));
    await userEvent.type(await prompt(), "At night");
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: { prompt: "At night", references: [{ file_id: "f1", strength: null }], parent_id: "i1" },
    });
  });

  test("it begins a video, where its sides are long enough for one", async () => {
    const { navigate } = await open({
      answers: { "GET /api/images/i1": testImage() },
      props: { image: "i1" },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^More options for/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Create video" }));
    expect(navigate).toHaveBeenCalledWith("/home/video?frame=f1");
    cleanup();
    const small = testImage({ width: 299, height: 299 });
    await open({ answers: { "GET /api/images/i1": small }, props: { image: "i1" } });
    await userEvent.click(await screen.findByRole("button", { name: /^More options for/ }));
    expect(await screen.findByRole("menuitem", { name: "Use settings" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Create video" })).toBeNull();
  });

  test("“Make it more” makes another one from it", async () => {
    const { seen } = await open({ answers: { "GET /api/images/i1": testImage() }, props: { image: "i1" } });
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(await within(dialog).findByRole("button", { name: /^More options for/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Make it more…" }));
    await userEvent.click(await screen.findByRole("button", { name: "epic" }));
    await userEvent.click(screen.getAllByRole("button", { name: "Create" }).at(-1) as HTMLElement);
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: {
        prompt: "Make this image even more epic. A fox in the snow",
        references: [{ file_id: "f1", strength: null }],
        parent_id: "i1",
      },
    });
  });
});
