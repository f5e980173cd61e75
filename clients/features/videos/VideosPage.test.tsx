import {
  renderIn,
  serve,
  type TestAnswers,
  TestRefusal,
  testMe,
  testSession,
} from "@ensemble/blocks/testing";
import type { NewVideoTask } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { memoryHost } from "@ensemble/host/memory-host";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showScreen, TEXT_ONLY, testModel, testTask, testVideo } from "./testing";
import { VideosPage, type VideosPageProps } from "./VideosPage";

const TASKS = "/api/videos/tasks";
const director = testModel();
const simple = testModel({ id: "home/simple", name: "Simple", credits_per_second: 0, abilities: TEXT_ONLY });

beforeEach(() => showScreen());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open({
  answers = {},
  models = [director, simple],
  host = memoryHost(),
  role = "operator",
  props = {},
}: {
  answers?: TestAnswers;
  models?: unknown[];
  host?: Host;
  role?: "operator" | "member";
  props?: VideosPageProps;
} = {}) {
  const begun = new Map<string, unknown>();
  const seen = serve({
    "GET /api/videos/models": { models },
    "GET /api/videos": { items: [], next_cursor: null },
    [`GET ${TASKS}`]: { items: [], next_cursor: null },
    [`POST ${TASKS}`]: (body: NewVideoTask) => {
      const task = testTask({ id: body.id, work: body.work });
      begun.set(body.id, task);
      return task;
    },
    "GET /api/billing/usage": { meters: [] },
    ...answers,
  });
  const view = await renderIn(
    <>
      <VideosPage {...props} />
      <ToastRegion closeLabel="Close" />
    </>,
    { areas: ["videos", "media", "chat"], host, session: testSession({ me: { ...testMe, role } }) },
  );
  return { ...view, seen };
}

type Seen = { method: string; path: string; body: unknown }[];
const begun = (seen: Seen) =>
  seen.filter(({ method, path }) => method === "POST" && path === TASKS).map(({ body }) => body);
const prompt = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" });
const create = () => screen.getByRole("button", { name: "Create" });
const source = () => screen.getByRole("combobox", { name: "Start from" }).textContent;
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

async function choose(label: string, option: RegExp) {
  await userEvent.click(screen.getByRole("combobox", { name: label }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

/** Server that takes pictures, under the ids that the page gives them. */
function takePictures() {
  vi.stubGlobal("createImageBitmap", () =>
    Promise.resolve({ width: 800, height: 600, close: () => undefined }),
  );
  const real = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "PUT") return new Response(null, { status: 204 });
    if (!real) throw new Error("the server is replaced before");
    return real(input, init);
  });
}
const picture = (name: string) => new File(["{}"], name, { type: "image/png" });

describe("the form for new videos", () => {
  test("sends the prompt and the settings to the chosen model, for a price that was said before", async () => {
    const { seen } = await open();
    await prompt();
    expect(create().hasAttribute("disabled")).toBe(true);
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(radio("10 sec"));
    await choose("Aspect ratio", /^9:16$/);
    await userEvent.click(screen.getByRole("switch", { name: "Audio" }));
    expect(screen.getByText("100 advanced credits")).toBeTruthy();
    expect(screen.getByRole("combobox", { name: "Model" }).textContent).toContain(
      "Director · \u2068100 advanced credits\u2069 · Studio",
    );
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: { model: director.id, prompt: "A fox", seconds: 10, ratio: "9:16", audio: false, seed: null },
    });
    expect(await screen.findByText("Charged: 100 advanced credits")).toBeTruthy();
  });

  // spec §4: "A video end frame does not support 10s, so duration switches to 5s automatically."
  test("switches to 5 seconds with a last frame, says so, and goes back without it", async () => {
    await open();
    await prompt();
    await userEvent.click(radio("10 sec"));
    await choose("Start from", /^First and last frame$/);
    expect(screen.getByText("A last frame doesn't support 10 sec, so the duration is 5 sec.")).toBeTruthy();
    expect(radio("5 sec").checked).toBe(true);
    expect(screen.queryByRole("radio", { name: "10 sec" })).toBeNull();
    expect(screen.getByText("50 advanced credits")).toBeTruthy();
    await choose("Start from", /^Text$/);
    expect(radio("10 sec").checked).toBe(true);
    expect(screen.queryByText(/^A last frame doesn't support/)).toBeNull();
  });

  test("keeps what was typed through a reload and a refusal", async () => {
    const host = memoryHost();
    const refusal = new TestRefusal(402, "ledger.insufficient_credits", "Not enough credits");
    await open({ host, answers: { [`POST ${TASKS}`]: refusal } });
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(create());
    expect(await screen.findByRole("link", { name: "Get more credits" })).toBeTruthy();
    expect((await prompt()).value).toBe("A fox");
    cleanup();
    await open({ host });
    expect((await prompt()).value).toBe("A fox");
  });

  test("says what a model lacks, and gives a setting back with the next model", async () => {
    await open();
    await prompt();
    await choose("Camera", /^zoom in$/);
    await choose("Model", /^Simple/);
    expect(screen.queryByRole("combobox", { name: "Camera" })).toBeNull();
    expect(
      screen.getByText(/^Not available with this model: First frame, .*Camera, Motion range, Seed/),
    ).toBeTruthy();
    expect(screen.getByText("Free")).toBeTruthy();
    await choose("Model", /^Director/);
    expect(screen.getByRole("combobox", { name: "Camera" }).textContent).toContain("zoom in");
  });

  // spec §1: "Video generation from text or images, with effects and remix."
  test("puts the words of an effect at the end of the prompt, one effect at a time", async () => {
    await open();
    await userEvent.type(await prompt(), "A fox");
    await choose("Effect", /^Orbit$/);
    expect((await prompt()).value).toBe("A fox, the camera circles around the subject");
    await choose("Effect", /^Melt$/);
    expect((await prompt()).value).toBe("A fox, the subject melts slowly like wax");
    await choose("Effect", /^None$/);
    expect((await prompt()).value).toBe("A fox");
  });

  test("refuses a seed that is no whole number", async () => {
    await open();
    await userEvent.type(await prompt(), "A fox");
    await userEvent.type(screen.getByRole("textbox", { name: "Seed" }), "12x");
    expect(await screen.findAllByText(/^Enter a whole number up to/)).not.toHaveLength(0);
    expect(create().hasAttribute("disabled")).toBe(true);
  });
});

describe("pictures", () => {
  test("begin and end a video, which needs no words then", async () => {
    const { seen } = await open();
    takePictures();
    await prompt();
    await choose("Start from", /^First and last frame$/);
    expect(screen.getByText("Add a first frame.")).toBeTruthy();
    await userEvent.upload(
      screen.getByLabelText("First frame", { selector: "input[type=file]" }),
      picture("a.png"),
    );
    expect(await screen.findByRole("img", { name: "a.png" })).toBeTruthy();
    expect(screen.getByText("Add a last frame.")).toBeTruthy();
    await userEvent.upload(
      screen.getByLabelText("Last frame", { selector: "input[type=file]" }),
      picture("b.png"),
    );
    expect(await screen.findByRole("img", { name: "b.png" })).toBeTruthy();
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: { first_frame_file_id: expect.any(String), last_frame_file_id: expect.any(String), seconds: 5 },
    });
  });

  test("that are added together are all references", async () => {
    await open();
    takePictures();
    await prompt();
    await choose("Start from", /^References$/);
    await userEvent.upload(screen.getByLabelText("References", { selector: "input[type=file]" }), [
      picture("a.png"),
      picture("b.png"),
    ]);
    expect(await screen.findByRole("img", { name: "b.png" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "a.png" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove “a.png”" }));
    expect(screen.queryByRole("img", { name: "a.png" })).toBeNull();
  });

  test("that are pasted become the first frame", async () => {
    await open();
    takePictures();
    await prompt();
    const paste = new Event("paste", { bubbles: true, cancelable: true });
    Object.assign(paste, { clipboardData: { files: [picture("a.png")] } });
    fireEvent(document, paste);
    expect(await screen.findByRole("img", { name: "a.png" })).toBeTruthy();
    expect(source()).toContain("First frame");
  });

  test("of other areas begin a video", async () => {
    const { navigate } = await open({ props: { frame: "f9" } });
    const frame = await screen.findByRole("img", { name: "First frame" });
    expect(frame.getAttribute("src")).toBe("/api/documents/files/f9/content");
    await waitFor(() => expect(navigate).toHaveBeenCalledWith("/home/video", { replace: true }));
  });
});

describe("without a model for videos", () => {
  test("an operator is led to connecting one", async () => {
    await open({ models: [] });
    const link = await screen.findByRole("link", { name: "Connect a model" });
    expect(link.getAttribute("href")).toBe("/settings/models");
  });

  test("a member is told who can", async () => {
    await open({ models: [], role: "member" });
    expect(await screen.findByText(/Ask the operator of this server/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Connect a model" })).toBeNull();
  });
});

describe("a video that is made", () => {
  test("says how far it is and that its person is told, and is stopped", async () => {
    const running = testTask({ state: "running", stage: "generating", videos: [], charged: null });
    const { seen } = await open({
      answers: {
        [`GET ${TASKS}`]: {
          items: [
            { id: "t1", title: running.title, state: "running", videos: [], created_at: running.created_at },
          ],
          next_cursor: null,
        },
        [`GET ${TASKS}/t1`]: running,
        "POST /api/tasks/t1/cancel": null,
      },
    });
    expect(await screen.findByText("Generating…")).toBeTruthy();
    expect(screen.getByText("We'll notify you when it's done.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "A fox in the snow" }).getAttribute("href")).toBe(
      "/home/video/t1",
    );
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/tasks/t1/cancel")).toBe(true));
  });

  test("and failed says why, charges nothing, and is tried again", async () => {
    const problem = {
      code: "videos.generation_failed",
      status: 502,
      message: "Failed to generate video",
      params: {},
    };
    const cause = { code: "providers.busy", status: 429, message: "The provider is busy", params: {} };
    let id = "";
    const { seen } = await open({
      answers: {
        [`POST ${TASKS}`]: (body: NewVideoTask) => {
          id = body.id;
          return testTask({ id, work: body.work, state: "failed", videos: [], charged: 0, problem, cause });
        },
      },
    });
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(create());
    expect(await screen.findByText("You weren't charged.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(seen.some(({ path }) => path === `/api/tasks/${id}/retry`)).toBe(true));
  });
});

describe("a video's settings", () => {
  const video = testVideo({
    prompt: "A red fox, as the provider put it",
    work: { model: director.id, prompt: "A fox", seconds: 10, camera: "zoom_in", first_frame_file_id: "f7" },
  });
  const answers = { "GET /api/videos/v1": video };

  test("are used again, with its pictures and its seed", async () => {
    const { seen } = await open({ answers, props: { use: "v1" } });
    await waitFor(async () => expect((await prompt()).value).toBe("A fox"));
    expect(source()).toContain("First frame");
    expect(radio("10 sec").checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Seed" }).value).toBe("42");
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: { first_frame_file_id: "f7", camera: "zoom_in", parent_id: null },
    });
  });

  test("make a remix, which knows what it was made from, also after a reload", async () => {
    const host = memoryHost();
    await open({ answers, host, props: { remix: "v1" } });
    await waitFor(async () => expect((await prompt()).value).toBe("A fox"));
    cleanup();
    const { seen } = await open({ answers, host });
    expect(await screen.findByText("Remix of “A red fox, as the provider put it”")).toBeTruthy();
    await userEvent.type(await prompt(), " at night");
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({ work: { prompt: "A fox at night", parent_id: "v1" } });
    expect(screen.queryByText(/^Remix of/)).toBeNull();
  });

  test("are not sent where its model changes the video itself, unless it is to be made anew", async () => {
    const changer = testModel({ abilities: { remix: true } });
    const own = {
      answers: { "GET /api/videos/v1": { ...video, can_remix: true } },
      models: [changer, simple],
    };
    const { seen } = await open({ ...own, props: { remix: "v1" } });
    await screen.findByText("Describe the change. The model, duration, and aspect ratio stay the same.");
    expect(screen.queryByRole("combobox", { name: "Model" })).toBeNull();
    expect(screen.getByText("100 advanced credits")).toBeTruthy();
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({
      work: { model: director.id, prompt: "A fox", parent_id: "v1", remix: true },
    });
    cleanup();
    const anew = await open({ ...own, props: { remix: "v1" } });
    await userEvent.click(await screen.findByRole("radio", { name: "New video" }));
    expect(screen.getByRole("combobox", { name: "Model" })).toBeTruthy();
    await userEvent.click(create());
    await waitFor(() => expect(begun(anew.seen)).toHaveLength(1));
    expect(begun(anew.seen)[0]).toMatchObject({ work: { camera: "zoom_in", parent_id: "v1" } });
    expect(begun(anew.seen)[0]).not.toMatchObject({ work: { remix: true } });
  });

  test("make a new video once the remix is left", async () => {
    const { seen } = await open({ answers, props: { remix: "v1" } });
    await userEvent.click(await screen.findByRole("button", { name: "Start a new video instead" }));
    await userEvent.click(create());
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(begun(seen)[0]).toMatchObject({ work: { parent_id: null } });
  });
});

test("on narrow screens what was begun is shown in place of the form", async () => {
  showScreen({ wide: false });
  await open();
  await userEvent.type(await prompt(), "A fox");
  expect(screen.queryByText("No videos yet")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("No videos yet")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Prompt" })).toBeNull();
});
