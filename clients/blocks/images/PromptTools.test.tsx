import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderIn, serve, type TestAnswers, TestRefusal } from "../testing";
import { PromptTools } from "./PromptTools";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Form({ source = null }: { source?: string | null }) {
  const [prompt, setPrompt] = useState("a boat");
  return (
    <>
      <textarea aria-label="Prompt" value={prompt} onChange={({ target }) => setPrompt(target.value)} />
      <PromptTools prompt={prompt} source={source} isForVideo onWritten={setPrompt} />
    </>
  );
}

async function open(answers: TestAnswers, source?: string) {
  const seen = serve(answers);
  await renderIn(<Form source={source} />, { areas: ["media"] });
  return seen;
}

const prompt = () => (screen.getByRole("textbox", { name: "Prompt" }) as HTMLTextAreaElement).value;

test("a model improves the prompt, which says by whom, and the old one comes back", async () => {
  const seen = await open({
    "POST /api/images/prompts/improve": { prompt: "A red boat at dawn", model_name: "Atlas" },
  });
  await userEvent.click(screen.getByRole("button", { name: "Improve prompt" }));
  await waitFor(() => expect(prompt()).toBe("A red boat at dawn"));
  expect(seen[0]?.body).toEqual({ prompt: "a boat", is_for_video: true, model: null });
  expect(screen.getByText("Written by Atlas")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Restore my prompt" }));
  expect(prompt()).toBe("a boat");
  expect(screen.queryByText("Written by Atlas")).toBeNull();
});

test("a model writes the prompt of the reference, where there is one", async () => {
  const seen = await open(
    { "POST /api/images/prompts/from_image": { prompt: "A lamp", model_name: "Atlas" } },
    "f1",
  );
  await userEvent.click(screen.getByRole("button", { name: "Prompt from image" }));
  await waitFor(() => expect(prompt()).toBe("A lamp"));
  expect(seen[0]?.body).toEqual({ file_id: "f1", model: null });
});

test("a refusal says why and leaves the prompt as it is", async () => {
  await open({
    "POST /api/images/prompts/improve": new TestRefusal(422, "images.needs_model", "Connect a model"),
  });
  await userEvent.click(screen.getByRole("button", { name: "Improve prompt" }));
  expect(await screen.findByText("Connect a model to use this")).toBeTruthy();
  expect(prompt()).toBe("a boat");
});

test("an empty prompt cannot be improved", async () => {
  await open({});
  await userEvent.clear(screen.getByRole("textbox", { name: "Prompt" }));
  expect(screen.queryByRole("button", { name: "Improve prompt" })).toBeNull();
});
