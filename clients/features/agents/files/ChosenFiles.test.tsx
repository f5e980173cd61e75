import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AgentScreen } from "../AgentScreen";
import { testAgent } from "../testing";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const AGENT = testAgent("search", "Search agent");

const FILE = { id: "019a0000-0000-7000-8000-0000000000f1", name: "sea.pdf", media_type: "application/pdf" };

const show = async () => {
  const seen = serve({
    "GET /api/agents": { agents: [AGENT], tools: [] },
    "GET /api/models": { models: [], default_model: "" },
    "POST /api/documents/files": {
      ...FILE,
      size_bytes: 3,
      received_bytes: 3,
      state: "parsed",
      problem: null,
    },
    "POST /api/agents/tasks": { id: "019a0000-0000-7000-8000-0000000000c1" },
  });
  await renderIn(<AgentScreen name="search-agent" uid="search" />, {
    areas: ["agents", "chat", "questions"],
  });
  await userEvent.upload(await screen.findByTestId("agent-files"), new File(["abc"], "sea.pdf"));
  await screen.findByText("sea.pdf");
  return async () => {
    await userEvent.type(screen.getByRole("textbox", { name: "Task" }), "Read it");
    await userEvent.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/agents/tasks")).toBe(true));
    return seen.find(({ path }) => path === "/api/agents/tasks")?.body;
  };
};

test("a task begins with the files that were added", async () => {
  const start = await show();
  expect(await start()).toMatchObject({ agent: "search", text: "Read it", files: [FILE.id] });
});

test("a file that was removed again is not sent", async () => {
  const start = await show();
  await userEvent.click(screen.getByRole("button", { name: "Remove sea.pdf" }));
  expect(await start()).toMatchObject({ text: "Read it", files: [] });
});
