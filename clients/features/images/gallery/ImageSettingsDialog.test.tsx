import { renderIn, serve } from "@ensemble/blocks/testing";
import type { ImageSettings } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ImageSettingsDialog } from "./ImageSettingsDialog";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(models: unknown[]) {
  let settings: ImageSettings = { embed_prompt: true, describe_model: null };
  serve({
    "GET /api/models": { models, default_model: "" },
    "GET /api/images/settings": () => settings,
    "PUT /api/images/settings": (body: ImageSettings) => {
      settings = body;
      return settings;
    },
  });
  await renderIn(<ImageSettingsDialog onClose={() => undefined} />, { areas: ["images"] });
  return () => settings;
}

test("what files say, and the model that describes images, are chosen", async () => {
  const saved = await open([
    { id: "a/eye", name: "Eye", vision: true },
    { id: "a/ear", name: "Ear", vision: false },
  ]);
  await userEvent.click(await screen.findByRole("switch", { name: "Save the prompt in files" }));
  await waitFor(() => expect(saved().embed_prompt).toBe(false));
  await userEvent.click(screen.getByRole("combobox", { name: "Describe new images" }));
  expect(screen.queryByRole("option", { name: "Ear" })).toBeNull();
  await userEvent.click(await screen.findByRole("option", { name: "Eye" }));
  await waitFor(() => expect(saved()).toEqual({ embed_prompt: false, describe_model: "a/eye" }));
});

test("it is said where no model sees", async () => {
  await open([]);
  expect(await screen.findByText("No connected chat model sees images.")).toBeTruthy();
});
