import { renderIn, serve, testMe, testSession } from "@ensemble/blocks/testing";
import type { Connection } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ModelsPanel } from "./ModelsPanel";
import { PRESETS } from "./presets";

afterEach(cleanup);

const added: Connection = {
  id: "c1",
  name: "Mistral",
  protocol: "openai_compatible",
  base_url: "https://api.mistral.ai/v1",
  key_hint: "…key1",
  enabled: true,
  responses: false,
  fallbacks: [],
  models: [],
  models_fetched_at: null,
  last_problem: null,
  version: 1,
};
const passed = { ok: true, latency_ms: 3, models: 4, problem: null, hint: null };

async function open(answers: Record<string, unknown> = {}, start?: string) {
  let items: Connection[] = [];
  const seen = serve({
    "GET /api/models": { models: [], default_model: null },
    "GET /api/models/discovered": { items: [] },
    "GET /api/models/connections": () => ({ items }),
    "POST /api/models/connections/test": passed,
    "POST /api/models/connections": () => {
      items = [added];
      return added;
    },
    ...answers,
  });
  const { navigate } = await renderIn(<ModelsPanel start={start} />, {
    areas: ["models"],
    session: testSession({ me: { ...testMe, role: "operator" } }),
  });
  const posts = () => seen.filter(({ path, body }) => body !== undefined && path.startsWith("/api/models/c"));
  return { navigate, posts, user: userEvent.setup() };
}

// screens.md, 8
describe("connecting a first model", () => {
  test("offers the known providers", () => {
    expect(PRESETS.map(({ name }) => name)).toEqual([
      "OpenAI",
      "Anthropic",
      "Gemini",
      "OpenRouter",
      "DeepSeek",
      "Mistral",
      "Groq",
      "xAI",
      "Together",
      "Ollama",
      "LM Studio",
      "llama.cpp",
    ]);
  });

  test("takes a click, a pasted key and a click, and opens a new chat for who came from home", async () => {
    const { navigate, posts, user } = await open({}, "yes");
    await user.click(await screen.findByRole("button", { name: "Mistral" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Mistral API key"));
    await user.paste(" key-1 ");
    await user.click(screen.getByRole("button", { name: "Connect" }));

    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith("/home/chat"));
    const connection = {
      protocol: "openai_compatible",
      base_url: "https://api.mistral.ai/v1",
      api_key: "key-1",
    };
    expect(posts().map(({ body }) => body)).toEqual([connection, { name: "Mistral", ...connection }]);
  });

  test("takes one click for a server without keys, and then offers to start chatting", async () => {
    const { navigate, posts, user } = await open();
    await user.click(await screen.findByRole("button", { name: "Ollama" }));
    await user.click(await screen.findByRole("button", { name: "Start chatting" }));

    expect(posts().map(({ body }) => body)).toEqual([
      { protocol: "ollama" },
      { name: "Ollama", protocol: "ollama" },
    ]);
    expect(navigate).toHaveBeenCalledWith("/home/chat");
  });

  test("saves nothing that fails, and says why", async () => {
    const problem = { status: 502, code: "providers.unreachable", params: {}, message: "" };
    const failed = { ok: false, latency_ms: 3, models: 0, problem, hint: "start_ollama" };
    const { posts, user } = await open({ "POST /api/models/connections/test": failed });
    await user.click(await screen.findByRole("button", { name: "Ollama" }));

    expect(await screen.findByText("Couldn't reach the provider.")).toBeTruthy();
    expect(posts()).toHaveLength(1);
  });
});
