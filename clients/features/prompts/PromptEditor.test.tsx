import { renderIn, serve, TestRefusal, testMe, testSession } from "@ensemble/blocks/testing";
import type { Prompt } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PromptEditor } from "./PromptEditor";

const prompt: Prompt = {
  id: "019a0000-0000-7000-8000-0000000000d1",
  name: "Mail",
  description: "",
  content: "Write to Ana.",
  public: false,
  built_in: false,
  mine: true,
  kind: "my_prompt",
  favorited: false,
  version: 1,
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};
const newer: Prompt = { ...prompt, content: "Write to Ben.", version: 2 };
const change = `PATCH /api/prompts/${prompt.id}`;
const refusal = new TestRefusal(
  412,
  "prompts.changed_elsewhere",
  "This prompt was changed in another window",
);

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const areas = ["prompts" as const, "conflict" as const];
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const content = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Prompt/ });
const difference = () => screen.findByText("This was changed in another window.");

// security P11: "If-Match version on edits ⇒ 412 + merge UI"
test("a prompt that was changed in another window is shown, and gives way only then", async () => {
  let saves = 0;
  const seen = serve({
    [`GET /api/prompts/${prompt.id}`]: newer,
    [`GET /api/prompts/${prompt.id}/versions`]: { items: [] },
    [change]: () => (++saves === 1 ? refusal : { ...newer, version: 3 }),
  });
  const onClose = vi.fn();
  await renderIn(<PromptEditor prompt={prompt} onClose={onClose} />, { areas });
  await userEvent.type(content(), " Be brief.");
  await press("Save");
  await difference();
  expect(content().value).toBe("Write to Ana. Be brief.");
  await press("Combine both");
  expect(content().value).toBe("Write to Ben Ana. Be brief.");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(seen.findLast(({ method }) => method === "PATCH")?.body).toMatchObject({
    content: "Write to Ben Ana. Be brief.",
  });
});

test("a draft that cannot be read is none", async () => {
  serve({ [`GET /api/prompts/${prompt.id}/versions`]: { items: [] } });
  const host = memoryHost();
  host.drafts.set(`form/${testMe.id}/prompts.${prompt.id}`, "{");
  await renderIn(<PromptEditor prompt={prompt} onClose={vi.fn()} />, { areas, host });
  expect(content().value).toBe("Write to Ana.");
});

test("what was typed is found again though the prompt has changed since", async () => {
  serve({ [`GET /api/prompts/${prompt.id}/versions`]: { items: [] } });
  const host = memoryHost();
  await renderIn(<PromptEditor prompt={prompt} onClose={vi.fn()} />, { areas, host });
  await userEvent.type(content(), " Be brief.");
  cleanup();
  await renderIn(<PromptEditor prompt={newer} onClose={vi.fn()} />, { areas, host });
  await difference();
  expect(content().value).toBe("Write to Ana. Be brief.");
  await press("Use the other");
  expect(content().value).toBe("Write to Ben.");
});

test("a new prompt is its writer's alone, and none is kept once it is saved", async () => {
  serve({ "POST /api/prompts": prompt });
  const host = memoryHost();
  const another = testSession({ me: { ...testMe, id: "019a0000-0000-7000-8000-0000000000ff" } });
  const open = (session = testSession()) =>
    renderIn(<PromptEditor prompt={null} onClose={cleanup} />, { areas, host, session });
  await open();
  await userEvent.type(content(), "Be brief.");
  cleanup();
  await open(another);
  expect(content().value).toBe("");
  cleanup();
  await open();
  expect(content().value).toBe("Be brief.");
  await press("Save");
  await waitFor(() => expect(host.drafts.keys()).toEqual([]));
});
