import { keepShared } from "@ensemble/blocks/sharing/shared-things";
import {
  renderIn,
  serve,
  type TestAnswers,
  TestRefusal,
  testMe,
  testSession,
} from "@ensemble/blocks/testing";
import type { NewImageTask } from "@ensemble/contract/wire";
import { openToasts, type ToastContent } from "@ensemble/ui/toasts/toast";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testImage, testModel, testTask, testTool } from "../testing";
import { ToolPage } from "./ToolPage";
import { ToolsPage } from "./ToolsPage";

vi.mock("@ensemble/blocks/sharing/shared-things", () => ({ keepShared: vi.fn(async () => undefined) }));

const TASKS = "/api/images/tasks";

beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(
  slug: string,
  answers: TestAnswers = {},
  role: "operator" | "member" = "operator",
  fileId?: string,
) {
  const sent: string[] = [];
  const tasks = new Map<string, unknown>();
  const all: TestAnswers = {
    "GET /api/images/tools": {
      tools: [
        testTool({ kind: "upscale", label: "interpolated" }),
        testTool({ kind: "remove_background", label: "check_edges", weights_need: "required" }),
        testTool({ kind: "erase_area", label: "copies_nearby_texture", mask: "required" }),
        testTool({ kind: "logo", label: "template" }),
      ],
    },
    "GET /api/images/models": { models: [] },
    [`POST ${TASKS}`]: (body: NewImageTask) => {
      const image = testImage({ id: `made-${tasks.size}`, file_id: "made", origin: "tool", prompt: "" });
      const task = testTask({ id: body.id, work: body.work, images: [image], charged: 0 });
      tasks.set(body.id, task);
      return task;
    },
    ...answers,
  };
  const seen = serve(
    new Proxy(all, {
      get: (known, name: string) => {
        if (name.startsWith("PUT /api/images/files/")) {
          sent.push(name);
          return all.files ?? {};
        }
        const task = /^GET \/api\/images\/tasks\/(.+)$/.exec(name)?.[1];
        return task ? tasks.get(task) : known[name];
      },
    }),
  );
  const { navigate } = await renderIn(<ToolPage slug={slug} fileId={fileId} />, {
    areas: ["images", "media", "chat"],
    session: testSession({ me: { ...testMe, role } }),
  });
  return { seen, sent, navigate };
}

const begun = (seen: { method: string; path: string; body: unknown }[]) =>
  seen
    .filter(({ method, path }) => method === "POST" && path === TASKS)
    .map(({ body }) => (body as NewImageTask).work);
const picture = (name: string) => new File(["{}"], name, { type: "image/png" });
const choose = (...names: string[]) => userEvent.upload(screen.getByTestId("tool-input"), names.map(picture));
const start = () => screen.getByRole("button", { name: /^Start/ });

test("many pictures go through a tool with its options, each as a task, and are downloaded", async () => {
  const { seen, sent } = await open("upscale");
  expect(await screen.findByText("Interpolated: larger, with no new detail")).toBeTruthy();
  expect(start().hasAttribute("disabled")).toBe(true);
  await choose("a.png", "b.png", "c.png");
  await userEvent.click(await screen.findByRole("radio", { name: "4×" }));
  await userEvent.click(await screen.findByRole("button", { name: "Start with 3 images" }));
  expect(await screen.findAllByRole("button", { name: "Download" })).toHaveLength(3);
  expect(sent).toHaveLength(3);
  expect(begun(seen)).toHaveLength(3);
  expect(begun(seen)[0]).toMatchObject({ type: "tool", tool: { tool: "upscale", factor: 4 } });
  expect(screen.getByRole("button", { name: "Download 3 images" })).toBeTruthy();
  expect(screen.getAllByRole("slider", { name: "Compare before and after" })).toHaveLength(3);
});

test("a picture that is refused says why, and is sent again", async () => {
  const answers: TestAnswers = {
    files: new TestRefusal(422, "images.size", "The image of this size cannot be parsed."),
  };
  const { sent } = await open("upscale", answers);
  await choose("a.png");
  await userEvent.click(start());
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("alert").textContent).toContain("The image of this size cannot be parsed.");
  await userEvent.click(again);
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a tool with a mask waits until an area is marked", async () => {
  await open("erase-area");
  await choose("a.png");
  expect(await screen.findByRole("img", { name: "Image to mark" })).toBeTruthy();
  expect(start().hasAttribute("disabled")).toBe(true);
});

test("a tool without pictures needs its texts only", async () => {
  const { seen } = await open("logo");
  expect(start().hasAttribute("disabled")).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Northwind");
  await userEvent.click(start());
  await screen.findByRole("button", { name: "Download" });
  expect(begun(seen)[0]).toMatchObject({
    tool: { tool: "logo", name: "Northwind", tagline: "", shape: "circle", palette: "ocean", is_svg: false },
    file_ids: [],
  });
});

describe("a data file that is missing", () => {
  const tools = {
    tools: [
      testTool({
        kind: "remove_background",
        label: "own_selection",
        weights: "cutout",
        weights_need: "required",
        is_installed: false,
      }),
    ],
  };

  test("is named, and the subject is selected by hand instead", async () => {
    await open("background-removal", { "GET /api/images/tools": tools });
    expect(await screen.findByText("This tool's data file is not installed on this server")).toBeTruthy();
    expect(screen.getByText(/Run the setup script/)).toBeTruthy();
    expect(
      screen.getByRole("switch", { name: "Select the subject by hand" }).getAttribute("aria-checked"),
    ).toBe("true");
  });

  test("is the operator's to install", async () => {
    await open("background-removal", { "GET /api/images/tools": tools }, "member");
    expect(await screen.findByText(/The operator of this server can install it/)).toBeTruthy();
  });
});

describe("a tool that only a model can be", () => {
  test("says so, and leads to connecting one", async () => {
    await open("face-swap");
    expect(await screen.findByText("No model for images is connected")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Connect a model" }).getAttribute("href")).toBe(
      "/settings/models",
    );
  });

  test("opens the studio with its recipe once there is one", async () => {
    await open("text-to-image", { "GET /api/images/models": { models: [testModel()] } });
    const link = await screen.findByRole("link", { name: "Open the studio" });
    expect(link.getAttribute("href")).toBe("/home/image?recipe=text_to_image");
  });

  test("leads to the page of videos, which says itself whether a model can do it", async () => {
    await open("video");
    expect((await screen.findByRole("link", { name: "Create video" })).getAttribute("href")).toBe(
      "/home/video",
    );
  });

  test("is not offered where no connected model can do it", async () => {
    await open("face-swap", { "GET /api/images/models": { models: [testModel()] } });
    expect(await screen.findByText("None of the connected models can do this yet.")).toBeTruthy();
  });
});

test("a tool that this server does not have says so, and is not among the others", async () => {
  await open("posterize");
  expect(await screen.findByText("This server doesn't have this tool.")).toBeTruthy();
  cleanup();
  serve({ "GET /api/images/tools": { tools: [testTool({ kind: "sketch" })] } });
  await renderIn(<ToolsPage />, { areas: ["images"] });
  await waitFor(() => expect(screen.queryByText("Posterize")).toBeNull());
  expect(screen.getByText("Sketch")).toBeTruthy();
});

test("an unknown tool leads to all of them", async () => {
  await open("nothing");
  expect(screen.getByRole("link", { name: "All image tools" }).getAttribute("href")).toBe("/image-tools");
});

test("the overview finds tools by their words", async () => {
  serve({});
  await renderIn(<ToolsPage />, { areas: ["images"] });
  await userEvent.type(screen.getByRole("searchbox"), "pencil");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "SketchTurns a photo into a pencil drawing.",
  ]);
});

describe("a picture from elsewhere", () => {
  const content = { "GET /api/documents/files/f9/content": {} };

  test("is there when the tool opens, and goes through it", async () => {
    const { seen, sent } = await open("upscale", content, "operator", "f9");
    expect(await screen.findByText("image")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(begun(seen)).toHaveLength(1));
    expect(sent).toHaveLength(1);
  });

  test("that cannot be read is said", async () => {
    const said: ToastContent[] = [];
    const close = openToasts({ add: (_, toast) => void said.push(toast), close: () => undefined });
    await open("upscale", {}, "operator", "gone");
    await waitFor(() => expect(said).toHaveLength(1));
    expect(screen.getByRole("button", { name: "Start" }).hasAttribute("disabled")).toBe(true);
    close();
  });

  test("goes to a chat with the question of the tool, which its person sends", async () => {
    const { navigate } = await open("photo-to-text", content, "operator", "f9");
    await userEvent.click(await screen.findByRole("button", { name: "Open in chat" }));
    await waitFor(() => expect(navigate).toHaveBeenCalledOnce());
    const [id, given] = vi.mocked(keepShared).mock.calls[0] ?? [];
    expect(navigate.mock.calls[0]?.[0]).toBe(`/home/chat?shared=${id}`);
    expect(given?.text).toMatch(/^Read all text in this image/);
    expect(given?.files.map(({ name }) => name)).toEqual(["image"]);
  });

  test("is kept for the tool that is chosen, and only tools that take one are offered", async () => {
    serve({ "GET /api/images/tools": { tools: [testTool(), testTool({ kind: "logo" })] } });
    await renderIn(<ToolsPage fileId="f9" />, { areas: ["images", "media", "chat"] });
    const link = await screen.findByRole("link", { name: /^Upscale/ });
    expect(link.getAttribute("href")).toBe("/image-tools/upscale?file=f9");
    await waitFor(() => expect(screen.queryByRole("link", { name: /^Logo/ })).toBeNull());
  });

  test("that the extension could not take is said", async () => {
    serve({ "GET /api/images/tools": { tools: [testTool()] } });
    await renderIn(<ToolsPage fileId="none" />, { areas: ["images", "media", "chat"] });
    expect(await screen.findByText(/^Couldn't get the image from that page/)).toBeTruthy();
  });
});
