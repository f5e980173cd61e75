import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Research, ResearchBudget } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReportActions } from "./ReportActions";

const budget = (change: Partial<ResearchBudget> = {}): ResearchBudget => ({
  cap: null,
  spent: 4,
  resets_at: "2026-12-01T00:00:00Z",
  left_out_at: null,
  ...change,
});

const research = (change: Partial<Research> = {}, again_at_most = 6): Research => ({
  id: "r1",
  title: "Tides",
  question: "Why are there tides?",
  sources: ["web"],
  domains: { only: [], never: [] },
  model: "office/llama",
  state: "completed",
  pause: null,
  clarifications: [],
  plan: [],
  steps: [],
  writing: null,
  found: [],
  statements: [],
  gaps: [],
  sections: [],
  cost: {
    meter: "standard_query",
    price: 1,
    spent: 9,
    spend_max: 50,
    steps: 9,
    steps_max: 50,
    again_at_most,
    at_most: [],
  },
  changes: null,
  previous_id: null,
  root_id: "r1",
  every: "day",
  next_at: "2026-11-24T12:00:00Z",
  budget: budget(),
  problem: null,
  created_at: "2026-11-20T12:00:00Z",
  ...change,
});

const show = (one: Research) => renderIn(<ReportActions research={one} />, { areas: ["search", "chat"] });

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

describe("what a research may use by itself", () => {
  test("is set in a dialog that says what each time can cost", async () => {
    const limited = research({ budget: budget({ cap: 30 }) });
    const seen = serve({ "PUT /api/research/researches/r1/schedule": limited });
    const user = userEvent.setup();
    await show(research());
    await user.click(screen.getByRole("button", { name: "Set limit" }));
    const dialog = await screen.findByRole("dialog", { name: "Limit for automatic runs" });
    expect(within(dialog).getByText(/Each run may cost up to 6 standard queries\./)).toBeTruthy();
    const field = within(dialog).getByRole("textbox", { name: "Monthly limit" });
    await user.type(field, "5");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(within(dialog).getByText("Enter a whole number from 6 to 100,000.")).toBeTruthy();
    await user.clear(field);
    await user.type(field, "30");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(seen.map(({ body }) => body)).toEqual([{ every: "day", cap: 30 }]);
  });

  test("is shown with what is used, and kept when it is to come at other times", async () => {
    const seen = serve({ "PUT /api/research/researches/r1/schedule": research() });
    const user = userEvent.setup();
    await show(research({ budget: budget({ cap: 30 }) }));
    expect(screen.getByRole("button", { name: "4 of 30 used this month" })).toBeTruthy();
    await user.click(screen.getByRole("combobox", { name: "Repeat automatically" }));
    await user.click(await screen.findByRole("option", { name: "Every week" }));
    await waitFor(() => expect(seen.map(({ body }) => body)).toEqual([{ every: "week", cap: 30 }]));
  });

  test("is named where a time was left out for it", async () => {
    const left_out_at = "2026-11-22T12:00:00Z";
    await show(research({ budget: budget({ cap: 8, left_out_at }) }));
    expect(screen.getByText(/Skipped on .*6 standard queries.*Resumes on /)).toBeTruthy();
    cleanup();
    await show(research({ budget: budget({ cap: 8, left_out_at }) }, 9));
    expect(screen.getByText(/Skipped on .*Raise the limit to resume\./)).toBeTruthy();
  });

  test("is not asked for where nothing is charged, or nothing comes by itself", async () => {
    await show(research({}, 0));
    expect(screen.queryByRole("button", { name: "Set limit" })).toBeNull();
    cleanup();
    await show(research({ every: null, next_at: null, budget: null }));
    expect(screen.queryByRole("button", { name: "Set limit" })).toBeNull();
  });
});
