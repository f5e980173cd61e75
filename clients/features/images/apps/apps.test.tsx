import { hasStyle, withStyle } from "@ensemble/blocks/images/prompt-style";
import { renderIn, serve, testMe, testSession } from "@ensemble/blocks/testing";
import type { NewImageTask } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StudioPage } from "../studio/StudioPage";
import { showRows, testModel, testTask } from "../testing";
import { appPrompt } from "./app-prompt";
import { APPS, appNamed } from "./app-table";

const TASKS = "/api/images/tasks";
const editsNothing = testModel({ abilities: { references_max: 0, transparency: false } });

beforeEach(() => showRows());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(models: unknown[], app?: string) {
  const seen = serve({
    "GET /api/images/models": { models },
    [`GET ${TASKS}`]: { items: [], next_cursor: null },
    [`POST ${TASKS}`]: (body: NewImageTask) => testTask({ id: body.id, work: body.work }),
    "GET /api/billing/usage": { meters: [] },
  });
  const session = testSession({ me: { ...testMe, role: "operator" } });
  const view = await renderIn(<StudioPage mode="apps" app={app} />, {
    areas: ["images", "image_apps", "media", "chat"],
    session,
  });
  return { ...view, seen };
}

const dialog = () => screen.findByRole("dialog");
const prompt = async () => (await screen.findByRole("textbox", { name: "Prompt" })) as HTMLTextAreaElement;
const fill = () => screen.getByRole("button", { name: "Fill the form" });

describe("a quick app", () => {
  test("fills the prompt and the settings, which are sent when the person says so", async () => {
    const { seen, navigate } = await open([testModel()]);
    await userEvent.click(await screen.findByRole("button", { name: /^Logo/ }));
    const form = within(await dialog());
    expect(fill().hasAttribute("disabled")).toBe(true);
    await userEvent.type(form.getByRole("textbox", { name: "Name" }), "Harbor");
    await userEvent.type(form.getByRole("textbox", { name: /^Colors/ }), "blue");
    await userEvent.click(form.getByRole("radio", { name: "Vintage" }));
    await userEvent.click(fill());
    expect((await prompt()).value).toBe(
      "Logo for “Harbor”, vector, flat, centered on a plain background, in the colors blue, vintage look with muted colors",
    );
    await userEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
    expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({
      work: { type: "create", ratio: "1:1", transparent: true },
    });
    expect(navigate).toHaveBeenCalledWith("/home/image");
  });

  test("says why a model cannot do it, and leads to the tool that needs none", async () => {
    await open([editsNothing], "linkedin_photo");
    const form = within(await dialog());
    expect(form.getByText(/^Painter takes no reference images/)).toBeTruthy();
    expect(fill().hasAttribute("disabled")).toBe(true);
    expect(form.getByRole("link", { name: "LinkedIn photo" }).getAttribute("href")).toBe(
      "/image-tools/linkedin-photo",
    );
  });

  test("says which of its settings a model ignores", async () => {
    await open([editsNothing], "sticker");
    const told = within(await dialog()).getByText(/^Not available with this model/);
    expect(told.textContent).toBe("Not available with this model: Transparent background.");
  });

  test("without a model says who can connect one", async () => {
    await open([], "poster");
    const form = within(await dialog());
    expect(form.getByText("No model for images is connected")).toBeTruthy();
    expect(fill().hasAttribute("disabled")).toBe(true);
  });

  test("leaves out what was not said", () => {
    const text = ((key: string, values?: Record<string, string>) =>
      key === "prompt_separator" ? ", " : [key, ...Object.values(values ?? {})].join(" ")) as never;
    const photo = appNamed("linkedin_photo");
    if (!photo) throw new Error("there is one");
    const values = { texts: {}, choice: "studio" };
    expect(appPrompt(photo, values, text)).toBe("app_prompt.linkedin_photo , app_words.light.studio");
    expect(appPrompt(photo, { ...values, texts: { clothes: "blue suit" } }, text)).toContain(", blue suit,");
  });

  test("has a name of its own", () => {
    expect(new Set(APPS.map(({ name }) => name)).size).toBe(APPS.length);
  });
});

describe("a style", () => {
  test("puts its words into the prompt, in place of another one, and takes them out again", async () => {
    await open([testModel()]);
    await userEvent.type(await prompt(), "A fox");
    await userEvent.click(screen.getByRole("button", { name: "Watercolor" }));
    expect((await prompt()).value).toBe("A fox, watercolor on rough paper, loose edges");
    await userEvent.click(screen.getByRole("button", { name: "Clay" }));
    expect((await prompt()).value).toBe("A fox, clay figure, visible fingerprints, stop motion look");
    expect(screen.getByRole("button", { name: "Clay" }).getAttribute("aria-pressed")).toBe("true");
    await userEvent.click(screen.getByRole("button", { name: "Clay" }));
    expect((await prompt()).value).toBe("A fox");
  });

  test("is the whole prompt where there is no other", () => {
    const options = { others: [], separator: ", " };
    expect(withStyle("", "oil", options)).toBe("oil");
    expect(withStyle("oil", "oil", options)).toBe("");
    expect(hasStyle("a toil", "oil", ", ")).toBe(false);
  });
});

test("quick apps and styles are found by words", async () => {
  await open([testModel()]);
  await userEvent.type(await screen.findByRole("searchbox"), "water");
  expect(screen.queryByRole("button", { name: /^Logo/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Watercolor" })).toBeTruthy();
});
