import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { AgentsPage } from "./AgentsPage";
import type { Agent } from "./operations";
import { testAgent } from "./testing";

afterEach(cleanup);

const LIST = {
  agents: [
    testAgent("search", "Search agent"),
    testAgent("auto", "Auto agent", { needs_advanced_model: true, is_locked: true }),
    testAgent("019a0000-0000-7000-8000-0000000000d1", "Fox", { is_house: false }),
  ],
  tools: ["search_web", "calculate"],
};

const show = () => renderIn(<AgentsPage />, { areas: ["agents", "chat"] });
const TASKS = { "GET /api/agents/tasks": { items: [], next_cursor: null } };

// spec §1: "Agents (search, writing, auto)"; §6: "Some agents need an advanced model"
test("the agents are there, with what a plan does not hold", async () => {
  serve({ "GET /api/agents": LIST, ...TASKS });
  await show();
  expect((await screen.findByRole("link", { name: "Search agent" })).getAttribute("href")).toBe(
    "/ai-agent/search-agent/search",
  );
  expect(screen.getByText("Upgrade to Unlock")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Edit Fox" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit Search agent" })).toBeNull();
});

test("an agent is made with its tools and limits", async () => {
  const seen = serve({
    "GET /api/agents": LIST,
    "GET /api/tools/servers": { items: [] },
    "GET /api/models": { models: [], default_model: "" },
    "POST /api/agents": LIST.agents[2],
    ...TASKS,
  });
  await show();
  await screen.findByRole("link", { name: "Search agent" });
  await userEvent.click(screen.getByRole("button", { name: "New agent" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), "Scout");
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
  const body = seen.find(({ method }) => method === "POST")?.body as { definition: Agent["definition"] };
  expect(body.definition).toMatchObject({ name: "Scout", steps_max: 20, spend_max: null });
  expect(body.definition.tools).toContain("search_web");
});
