import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AgentScreen } from "./AgentScreen";

afterEach(cleanup);

test.each([
  ["fox", "Agent not found"],
  ["task", "Task not found"],
])("a page of %s that is gone leads to all agents", async (name, title) => {
  serve({ "GET /api/agents": { agents: [], tools: [] } });
  await renderIn(<AgentScreen name={name} uid="gone" />, { areas: ["agents", "chat"] });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole("link", { name: "All agents" }).getAttribute("href")).toBe("/ai-agent");
});
