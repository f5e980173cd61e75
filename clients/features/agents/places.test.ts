import { expect, test } from "vitest";
import { agentPath, taskPath } from "./places";

// spec §2: "/ai-agent, /ai-agent/{name}/{uid}"; "name lowercased with spaces turned to dashes"
test("an agent's address has its name and its key", () => {
  expect(agentPath({ key: "search", name: "Search agent" })).toBe("/ai-agent/search-agent/search");
  expect(agentPath({ key: "1", name: " Ünï & co. " })).toBe(`/ai-agent/${encodeURIComponent("ünï-co")}/1`);
  expect(agentPath({ key: "2", name: "✨" })).toBe("/ai-agent/agent/2");
  expect(agentPath({ key: "3", name: "Task" })).toBe("/ai-agent/agent/3");
  expect(taskPath("4")).toBe("/ai-agent/task/4");
});
