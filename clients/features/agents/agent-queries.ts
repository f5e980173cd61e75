import { taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { QuestionAnswer, ToolDecision } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { AgentDefinition, AgentTask, AgentTaskEntry } from "./operations";

const KEY = ["agents"];

/** Query for the agents of the house and the person's, with the tools that can be chosen. */
export const agentsQuery = queryOptions({
  queryKey: [...KEY, "all"],
  queryFn: ({ signal }) => api.get("/api/agents", { signal }),
});

/** Query for the person's tool servers, shared with the area of tools. */
export const serversQuery = queryOptions({
  queryKey: ["tools", "servers"],
  queryFn: ({ signal }) => api.get("/api/tools/servers", { signal }),
  staleTime: 60_000,
});

/** Saves an agent; `key`: null for a new one. The component shows its errors. */
export const saveMutation = (client: QueryClient, key: string | null) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (definition: AgentDefinition) =>
      key === null
        ? api.post("/api/agents", { body: { id: uuidV7(), definition } })
        : api.put("/api/agents/{key}", { path: { key }, body: definition }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });

export const deleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (key: string) => api.delete("/api/agents/{key}", { path: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (key: string) => api.post("/api/agents/{key}/restore", { path: { key } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

/** Tasks of agents. */
export const agentTasks = taskKind<AgentTask, AgentTaskEntry>({
  key: "agent",
  get: (id, signal) => api.get("/api/agents/tasks/{id}", { path: { id }, signal }),
  list: (query, signal) => api.get("/api/agents/tasks", { query, signal }),
  cancel: ({ id }) => api.post("/api/agents/tasks/{id}/cancel", { path: { id } }),
  remove: (id) => api.delete("/api/agents/tasks/{id}", { path: { id } }),
  restore: (id) => api.post("/api/agents/tasks/{id}/restore", { path: { id } }),
  // One that runs may wait for the answer to a tool's question.
  stateOf: ({ state, pause }) => (pause === null ? state : "paused"),
  // The question may be answered elsewhere, taken back, or too old.
  mayGoOn: ({ state }) => state === "running",
  hasFilters: true,
  eventsOf: taskEvents,
});

export const startMutation = (client: QueryClient) =>
  agentTasks.change(
    client,
    (body: { id: string; agent: string; text: string; model: string | null; files: string[] }) =>
      api.post("/api/agents/tasks", { body }),
  );

export const sendMutation = (client: QueryClient, id: string) =>
  agentTasks.change(client, (body: { id: string; text: string }) =>
    api.post("/api/agents/tasks/{id}/messages", { path: { id }, body }),
  );

export const decideMutation = (client: QueryClient, id: string) =>
  agentTasks.change(client, (body: { call_id: string; decision: ToolDecision }) =>
    api.post("/api/agents/tasks/{id}/decisions", { path: { id }, body }),
  );

export const answerMutation = (client: QueryClient, id: string) =>
  agentTasks.change(client, (body: { call_id: string; question_id?: string } & QuestionAnswer) =>
    api.post("/api/agents/tasks/{id}/answers", { path: { id }, body }),
  );

export const continueMutation = (client: QueryClient, id: string) =>
  agentTasks.change(client, (body: { spend_max?: number | null }) =>
    api.post("/api/agents/tasks/{id}/continue", { path: { id }, body }),
  );

export const retryMutation = (client: QueryClient, id: string) =>
  agentTasks.change(client, () => api.post("/api/agents/tasks/{id}/retry", { path: { id } }));
