import type { Model } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderIn, serve } from "../testing";
import { ModelCost } from "./ModelCost";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const model = (id: string, price: Model["price"]): Model => ({
  id,
  name: id,
  connection_name: "House",
  provider: "openai_compatible",
  tier: "advanced",
  context_tokens: null,
  vision: false,
  tools: false,
  reasoning: true,
  locked: false,
  price,
});
const byTokens = model("house/thinks", { meter: "advanced_credit", amount: 263, per_1k: 32 });

async function show(...models: Model[]) {
  serve({ "GET /api/billing/usage": { meters: [] } });
  await renderIn(<ModelCost models={models} />, { areas: ["chat", "models"] });
}

describe("what sending costs", () => {
  // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
  test("is told for a thousand tokens where a model costs by them", async () => {
    await show(byTokens);
    expect(await screen.findByText("32 credits per 1k tokens")).toBeTruthy();
  });

  test("is what may be held where several do", async () => {
    await show(byTokens, { ...byTokens, id: "house/too" });
    expect(await screen.findByText("up to 526 advanced credits")).toBeTruthy();
  });

  test("is a query where it costs by the answer", async () => {
    await show(model("house/writes", { meter: "advanced_query", amount: 1, per_1k: null }));
    expect(await screen.findByText("1 advanced query")).toBeTruthy();
  });
});
