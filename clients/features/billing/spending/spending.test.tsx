import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { Costs, Spending } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { SpendingPanel } from "./SpendingPanel";

afterEach(cleanup);

const spending = (change: Partial<Spending> = {}): Spending => ({
  currency: "USD",
  day: { limit: null, spent: 1_250, held: 0, tripped: false, ends_at: "2026-11-21T00:00:00Z" },
  month: { limit: null, spent: 8_210_000, held: 0, tripped: false, ends_at: "2026-12-01T00:00:00Z" },
  warn_at_percent: 80,
  unpriced_models: [],
  ...change,
});

const costs: Costs = {
  currency: "USD",
  month: "2026-11",
  models: [
    {
      model: "openai/gpt-5.1",
      connection: "OpenAI",
      runs: 12,
      input_tokens: 48_000,
      output_tokens: 9_000,
      amount: 8_210_000,
      unpriced_runs: 0,
      estimated_runs: 2,
      rated_up: 7,
      rated_down: 1,
    },
    {
      model: "router/some/model",
      connection: null,
      runs: 3,
      input_tokens: 900,
      output_tokens: 100,
      amount: 0,
      unpriced_runs: 3,
      estimated_runs: 0,
      rated_up: 0,
      rated_down: 0,
    },
  ],
  months: [
    {
      month: "2026-11",
      income: [{ currency: "USD", payments: 1, taken: 990, given_back: 0 }],
      runs: 15,
      cost: 8_210_000,
      unpriced_runs: 3,
      left: 1_690_000,
    },
    { month: "2026-10", income: [], runs: 2, cost: 500_000, unpriced_runs: 0, left: -500_000 },
  ],
};

const october: Costs = { ...costs, month: "2026-10", models: [] };

const answers = (shown: Spending) => ({
  "GET /api/billing/spending": shown,
  "GET /api/billing/costs": (_body: unknown, query: URLSearchParams) =>
    query.get("month") === "2026-10" ? october : costs,
});

const show = () => renderIn(<SpendingPanel />, { areas: ["spending"] });

const row = async (name: RegExp) =>
  (await screen.findByRole("rowheader", { name })).closest("tr") as HTMLElement;

describe("costs and limits", () => {
  test("say what came in, what models cost and what is left, and what has no price", async () => {
    serve(answers(spending()));
    await show();
    const november = within(await row(/November 2026/));
    expect(november.getByText("$9.90")).toBeTruthy();
    expect(november.getByText("$8.21 or more")).toBeTruthy();
    expect(november.getByText("$1.69")).toBeTruthy();
    expect(within(await row(/gpt-5.1/)).getByText("$8.21")).toBeTruthy();
    const unpriced = within(await row(/some\/model/));
    expect(unpriced.getByText("No price")).toBeTruthy();
    expect(unpriced.getByText("Connection removed")).toBeTruthy();
    expect(screen.getByText(/2 answers stopped before their provider reported usage/)).toBeTruthy();
    expect(screen.getByText("$0.00125")).toBeTruthy();
  });

  test("show an earlier month", async () => {
    serve(answers(spending()));
    await show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("combobox", { name: "Costs by model for the month" }));
    await user.click(await screen.findByRole("option", { name: "October 2026" }));
    expect(await screen.findByText("No model costs yet")).toBeTruthy();
    expect(within(await row(/October 2026/)).getByText("-$0.50")).toBeTruthy();
  });

  test("are set, and what is no amount is said where it stands", async () => {
    const limited = spending({ day: { ...spending().day, limit: 20_000_000 } });
    const seen = serve({ ...answers(spending()), "PUT /api/billing/spending": limited });
    await show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Edit limits" }));
    const field = await screen.findByRole("textbox", { name: "Daily limit" });
    await user.type(field, "much");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Enter an amount/)).toBeTruthy();
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
    await user.clear(field);
    await user.type(field, "20");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("of $20.00")).toBeTruthy();
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ daily: 20_000_000, monthly: null });
    expect(screen.getByRole("meter", { name: "Today" }).getAttribute("aria-valuetext")).toBe(
      "$0.00125 of $20.00 spent",
    );
  });

  test("say that they are reached, and which models they refuse for want of a price", async () => {
    serve(
      answers(
        spending({
          day: { ...spending().day, limit: 1_000, tripped: true },
          unpriced_models: ["router/some/model"],
        }),
      ),
    );
    await show();
    expect(await screen.findByText(/Paid models are blocked when/)).toBeTruthy();
    expect(screen.getByText("1 model has no price")).toBeTruthy();
    expect(screen.getByText(/They're blocked while a limit is set/)).toBeTruthy();
    expect(screen.getByText(/models = "router\/\*"/)).toBeTruthy();
  });

  test("say what was wrong with a limit", async () => {
    serve({
      ...answers(spending()),
      "PUT /api/billing/spending": new TestRefusal(
        422,
        "billing.limit_out_of_range",
        "This limit is out of range",
      ),
    });
    await show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Edit limits" }));
    await user.type(await screen.findByRole("textbox", { name: "Monthly limit" }), "5");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("This limit is out of range")).toBeTruthy();
  });
});
