import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { Memo, MemoEntry, MemoSummary, Model } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoCard } from "../MemoCard";
import { PictureSummary } from "./PictureSummary";
import { seeingModel } from "./seeing-model";

afterEach(cleanup);

const model = (name: string, change: Partial<Model> = {}): Model => ({
  id: `office/${name}`,
  name,
  connection_name: "Office",
  provider: "openai_compatible",
  tier: "standard",
  context_tokens: null,
  vision: true,
  tools: false,
  reasoning: false,
  locked: false,
  price: { meter: "standard_query", amount: 1, per_1k: null },
  ...change,
});
const listOf = (...models: Model[]) => ({ models, default_model: models[0]?.id ?? "" });
const blind = model("blind", { vision: false });
const large = model("large", {
  tier: "advanced",
  price: { meter: "advanced_query", amount: 1, per_1k: null },
});

const summaryOf = (change: Partial<MemoSummary>): MemoSummary => ({
  state: "complete",
  text: null,
  problem: null,
  model_name: null,
  receipt: null,
  ...change,
});
const memoOf = (summary: MemoSummary | null): Memo => ({
  id: "m1",
  kind: "image",
  title: "board",
  body: "",
  source_url: null,
  source_path: null,
  quote: null,
  file_id: "f1",
  summary,
  tags: [],
  version: 1,
  created_at: "2026-11-25T10:00:00Z",
  updated_at: "2026-11-25T10:00:00Z",
  deleted_at: null,
});

const show = async (summary: MemoSummary | null, models: Model[], answers = {}) => {
  const seen = serve({
    "GET /api/models": listOf(...models),
    "GET /api/billing/usage": { meters: [] },
    ...answers,
  });
  await renderIn(<PictureSummary memo={memoOf(summary)} />, { areas: ["memos", "start", "chat"] });
  return { seen, user: userEvent.setup() };
};

// spec §5: "Image summary: summarizing, complete, failed, cancelled."
describe("PictureSummary", () => {
  test("says what it costs, and asks a model that takes pictures", async () => {
    const answer = memoOf(summaryOf({ state: "summarizing" }));
    const { seen, user } = await show(null, [blind, large], { "POST /api/memos/m1/summary": answer });
    const button = await screen.findByRole("button", { name: "Summarize image" });
    expect(screen.getByText("1 advanced query")).toBeTruthy();
    await user.click(button);
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
    expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ model: "office/large" });
  });

  test("asks the model that is chosen, at its price, and says afterwards what it cost", async () => {
    const answer = memoOf(summaryOf({ state: "summarizing" }));
    const receipt = {
      meter: "standard_query",
      charged: 1,
      input_tokens: 900,
      output_tokens: 40,
      duration_ms: 1200,
      finish_reason: "stop",
      answered_by: null,
      memories: null,
    };
    const said = summaryOf({ text: "A red boat.", model_name: "small", receipt });
    const { seen, user } = await show(said, [blind, large, model("small")], {
      "POST /api/memos/m1/summary": answer,
    });
    await user.click(await screen.findByRole("combobox", { name: "Model for image summaries: small" }));
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.textContent).join()).not.toContain("blind");
    await user.click(options.find((option) => option.textContent?.includes("large")) as HTMLElement);
    expect(await screen.findByText("1 advanced query")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Summarize again" }));
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
    expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ model: "office/large" });
    await user.click(screen.getByRole("button", { name: "Cost details" }));
    expect(await screen.findByText("small", { selector: "dd" })).toBeTruthy();
  });

  test("says that a model must be connected where none takes pictures", async () => {
    await show(null, [blind]);
    expect((await screen.findByRole("link", { name: "Connect a model" })).getAttribute("href")).toContain(
      "/settings/models",
    );
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("is cancelled while it goes on", async () => {
    const { seen, user } = await show(summaryOf({ state: "summarizing", text: "A boat." }), [large], {
      "POST /api/memos/m1/summary/cancel": null,
    });
    expect(screen.getByRole("status").textContent).toBe("Summarizing…");
    expect(screen.getByText("A boat.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await vi.waitFor(() => expect(seen.map(({ path }) => path)).toContain("/api/memos/m1/summary/cancel"));
  });

  test("says why it failed or that it was cancelled, and can be asked again", async () => {
    const refusal = new TestRefusal(409, "memos.too_many_summaries", "Too many");
    const { problem } = new TestRefusal(502, "memos.summary_empty", "Nothing");
    const { user } = await show(summaryOf({ state: "failed", problem }), [large], {
      "POST /api/memos/m1/summary": refusal,
    });
    expect((await screen.findByRole("alert")).textContent).toContain("The model didn't describe the image");
    await user.click(await screen.findByRole("button", { name: "Summarize again" }));
    expect(await screen.findByText(/Too many images at once/)).toBeTruthy();
    cleanup();
    await show(summaryOf({ state: "cancelled" }), [large]);
    expect(screen.getByText("Summary canceled")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Summarize again" })).toBeTruthy();
  });
});

// spec §2: "memo list and grid with tags, image summary, multi-select"
test("a card has a line of what is to be seen, or of how far that is", async () => {
  const entry = (summary: MemoSummary | null): MemoEntry => ({ ...memoOf(summary), excerpt: "" });
  const card = (summary: MemoSummary) => (
    <MemoCard memo={entry(summary)} layout="grid" chosen={null} onToggle={() => undefined} />
  );
  serve({});
  await renderIn(
    <ul>
      {card(summaryOf({ text: "A red boat." }))}
      {card(summaryOf({ state: "summarizing", text: "Older words." }))}
      {card(summaryOf({ state: "failed" }))}
    </ul>,
    { areas: ["memos"] },
  );
  for (const line of ["A red boat.", "Summarizing…", "Failed to summarize your image"]) {
    expect(screen.getByText(line)).toBeTruthy();
  }
});

test("the model that looks is the usual one where it takes pictures, else a basic one that the plan has", () => {
  const small = model("small");
  const locked = model("locked", { locked: true });
  expect(seeingModel(listOf(blind, large, small), "office/large")?.name).toBe("large");
  expect(seeingModel(listOf(large, small), null)?.name).toBe("large");
  expect(seeingModel(listOf(blind, large, locked, small), "office/locked")?.name).toBe("small");
  expect(seeingModel(listOf(blind, locked), null)?.name).toBe("locked");
  expect(seeingModel(listOf(blind, model("helper", { provider: "builtin" })), null)).toBeNull();
});
