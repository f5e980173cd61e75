import {
  renderIn,
  serve,
  type TestAnswers,
  TestRefusal,
  testMe,
  testSession,
} from "@ensemble/blocks/testing";
import type { Humanization, Model } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { memoryHost } from "@ensemble/host/memory-host";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HumanizerPage } from "./HumanizerPage";

const HUMANIZATIONS = "/api/writing/humanizations";

const model: Model = {
  id: "office/llama",
  name: "Llama",
  connection_name: "Office",
  provider: "openai_compatible",
  tier: "standard",
  context_tokens: null,
  vision: false,
  tools: false,
  reasoning: false,
  locked: false,
  price: { meter: "standard_query", amount: 1, per_1k: null },
};
const builtin: Model = { ...model, id: "builtin/assistant", name: "Built-in", provider: "builtin" };

const made: Humanization = {
  id: "h1",
  state: "completed",
  tone: "natural",
  text: "The meeting will be held on 14 May.",
  written: "The meeting is on 14 May.",
  run_id: "r1",
  model_name: "Llama",
  words: 8,
  credits: 2,
  missing: [],
  added: [],
  problem: null,
  created_at: "2026-11-22T08:00:00Z",
};
const entry = {
  id: "h1",
  excerpt: "The meeting",
  state: "completed",
  tone: "natural",
  created_at: made.created_at,
};
const price = { words: 12, words_per_credit: 10, credits: 2, charges: true };
const usage = {
  meters: [
    {
      meter: "advanced_credit",
      granted: 500,
      used: 20,
      left: 480,
      window: "once",
      resets_at: null,
      low: false,
      lots: [],
    },
  ],
  daily: [],
};

async function open(
  id: string | undefined,
  answers: TestAnswers = {},
  host: Host = memoryHost(),
  role: "member" | "operator" = "member",
) {
  const seen = serve({
    "GET /api/models": { models: [builtin, model], default_model: builtin.id },
    "GET /api/billing/usage": usage,
    [`POST ${HUMANIZATIONS}/price`]: price,
    [`GET ${HUMANIZATIONS}/h1`]: made,
    [`GET ${HUMANIZATIONS}`]: { items: [entry], next_cursor: null },
    [`POST ${HUMANIZATIONS}`]: { ...made, id: "h2", state: "running", written: null, credits: null },
    [`DELETE ${HUMANIZATIONS}/h1`]: null,
    ...answers,
  });
  const session = testSession({ me: { ...testMe, role } });
  const page = (
    <>
      <HumanizerPage humanizationId={id} />
      <ToastRegion label="Notifications" closeLabel="Close" />
    </>
  );
  const view = await renderIn(page, {
    areas: ["humanizer", "chat", "search"],
    host,
    session,
  });
  await screen.findByRole("heading", { level: 1, name: "Humanizer" });
  return { seen, ...view };
}

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your text" });
const rewrite = () => screen.getByRole<HTMLButtonElement>("button", { name: "Rewrite" });
const begun = (seen: { method: string; path: string; body: unknown }[]) =>
  seen.filter(({ method, path }) => method === "POST" && path === HUMANIZATIONS).map(({ body }) => body);

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("the humanizer", () => {
  // spec §9: "humanize 1 advanced credit per 10 words in one place and per 5 words in another"
  test("says the words, the price and what is left before anything is begun", async () => {
    const { seen } = await open(undefined);
    await userEvent.type(await field(), "Hello");
    expect(await screen.findByText(/12 words · 2 advanced credits/)).toBeTruthy();
    expect(await screen.findByText(/480 left/)).toBeTruthy();
    expect(begun(seen)).toEqual([]);
  });

  test("names no price where nothing is charged", async () => {
    await open(undefined, { [`POST ${HUMANIZATIONS}/price`]: { ...price, charges: false } });
    await userEvent.type(await field(), "Hello");
    expect((await screen.findByText(/12 words/)).textContent).toBe("12 words");
  });

  test("says why a text cannot be taken before it is sent", async () => {
    const refusal = new TestRefusal(422, "writing.text_too_long", "Text too long");
    await open(undefined, { [`POST ${HUMANIZATIONS}/price`]: refusal });
    await userEvent.type(await field(), "Hello");
    expect(await screen.findByText("Text too long")).toBeTruthy();
  });

  test("is begun with the tone and the model that are chosen, and leads to what is written", async () => {
    const { seen, navigate } = await open(undefined);
    await userEvent.click(screen.getByRole("radio", { name: "Formal" }));
    await userEvent.type(await field(), "Hello");
    // The built-in engine cannot write, so it is not offered.
    await screen.findByRole("combobox", { name: "Model: Llama" });
    await userEvent.click(rewrite());
    await waitFor(() => expect(navigate).toHaveBeenCalledWith("/bypass-ai/h2"));
    expect(begun(seen)).toEqual([{ text: "Hello", tone: "formal", model: "office/llama" }]);
  });

  test("is begun by keyboard, and Enter alone is a line end", async () => {
    const { seen } = await open(undefined);
    await screen.findByRole("combobox", { name: "Model: Llama" });
    await userEvent.type(await field(), "One{Enter}two{Control>}{Enter}{/Control}");
    await waitFor(() => expect(begun(seen)).toMatchObject([{ text: "One\ntwo" }]));
  });

  // spec §8: "exhausted dialogs for monthly plan usage, advanced credits, …"
  test("keeps what was typed when credits are lacking, and leads to more", async () => {
    const refusal = new TestRefusal(402, "ledger.insufficient_credits", "Insufficient credits");
    await open(undefined, { [`POST ${HUMANIZATIONS}`]: refusal });
    await userEvent.type(await field(), "Hello");
    await screen.findByRole("combobox", { name: "Model: Llama" });
    await userEvent.click(rewrite());
    expect((await screen.findByRole("link", { name: "Get more credits" })).getAttribute("href")).toBe(
      "/credits",
    );
    expect((await field()).value).toBe("Hello");
  });

  test("has what was typed when it is opened again", async () => {
    const host = memoryHost();
    await open(undefined, {}, host);
    await userEvent.type(await field(), "Not yet sent");
    cleanup();
    await open(undefined, {}, host);
    expect((await field()).value).toBe("Not yet sent");
  });

  test("without a model says so, and who can connect one", async () => {
    const none = { "GET /api/models": { models: [builtin], default_model: builtin.id } };
    await open(undefined, none);
    expect(await screen.findByText(/Your server admin can connect one/)).toBeTruthy();
    await userEvent.type(await field(), "Hello");
    expect(rewrite().disabled).toBe(true);
    cleanup();
    await open(undefined, none, memoryHost(), "operator");
    const link = await screen.findByRole("link", { name: "Connect a model" });
    expect(link.getAttribute("href")).toBe("/settings/models");
  });

  test("offers texts to begin with until there is one, and promises nothing of detectors", async () => {
    await open(undefined);
    expect(screen.getByText(/Passing AI detectors isn't guaranteed/)).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: /order 4471/ }));
    expect((await field()).value).toContain("order 4471");
    expect(screen.queryByRole("button", { name: /order 4471/ })).toBeNull();
  });
});

describe("a text that was rewritten", () => {
  test("shows what it cost, and what was changed word by word", async () => {
    await open("h1");
    const result = await screen.findByRole("region", { name: "Rewritten text" });
    expect(within(result).getByText("The meeting is on 14 May.")).toBeTruthy();
    expect(await within(result).findByText(/8 words.*2 advanced credits.*Llama/)).toBeTruthy();
    expect(
      within(result).getByText("All numbers, links, citations, and quotes from your text are included."),
    ).toBeTruthy();
    await userEvent.click(within(result).getByRole("radio", { name: "Changes" }));
    expect([...result.querySelectorAll("del")].map((one) => one.textContent)).toEqual([
      "Removed: will be held",
    ]);
    expect([...result.querySelectorAll("ins")].map((one) => one.textContent)).toEqual(["Added: is"]);
  });

  test("has no price where nothing is charged", async () => {
    await open("h1", { [`POST ${HUMANIZATIONS}/price`]: { ...price, charges: false } });
    const receipt = await screen.findByText(/8 words.*Llama/);
    await screen.findByText("12 words");
    expect(receipt.textContent).not.toMatch(/credit/);
  });

  test("names what went missing and what came along", async () => {
    await open("h1", {
      [`GET ${HUMANIZATIONS}/h1`]: { ...made, missing: ["14 May", "1,200"], added: ["room 3"] },
    });
    const missing = await screen.findByRole("list", { name: /In your text but missing from the rewrite/ });
    expect(
      within(missing)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(["14 May", "1,200"]);
    expect(screen.getByRole("list", { name: /In the rewrite but not in your text/ }).textContent).toBe(
      "room 3",
    );
  });

  test("is stopped while it is written, and what came by then stays", async () => {
    let state: Partial<Humanization> = { state: "running", written: null, credits: null };
    const { seen } = await open("h1", {
      [`GET ${HUMANIZATIONS}/h1`]: () => ({ ...made, ...state }),
      "POST /api/runs/r1/cancel": () => {
        state = { state: "stopped", written: "The meeting" };
        return null;
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText("You stopped this rewrite. Here's the text so far.")).toBeTruthy();
    expect(screen.getByText("The meeting")).toBeTruthy();
    expect(seen.some(({ path }) => path === "/api/runs/r1/cancel")).toBe(true);
  });

  test("is tried again with the same text, tone and model", async () => {
    const failed = {
      state: "failed",
      written: null,
      credits: 0,
      problem: { status: 502, code: "providers.overloaded", params: {}, message: "Busy" },
    };
    const { seen } = await open("h1", { [`GET ${HUMANIZATIONS}/h1`]: { ...made, tone: "plain", ...failed } });
    await screen.findByRole("combobox", { name: "Model: Llama" });
    expect(await screen.findByText(/No charge/)).toBeTruthy();
    await userEvent.click(
      (await screen.findAllByRole("button", { name: /^Try again/ })).at(-1) as HTMLElement,
    );
    await waitFor(() =>
      expect(begun(seen)).toEqual([{ text: made.text, tone: "plain", model: "office/llama" }]),
    );
  });

  test("is deleted, and comes back when that is undone", async () => {
    let items = [entry];
    const { seen } = await open(undefined, {
      [`GET ${HUMANIZATIONS}`]: () => ({ items, next_cursor: null }),
      [`DELETE ${HUMANIZATIONS}/h1`]: () => {
        items = [];
        return null;
      },
      [`POST ${HUMANIZATIONS}/h1/restore`]: () => {
        items = [entry];
        return made;
      },
    });
    const sent = () => seen.filter(({ path }) => path.includes("/h1")).map(({ method }) => method);
    await userEvent.click(screen.getByRole("button", { name: "History" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Delete “The meeting”/ }));
    await screen.findByText("No texts yet");
    expect(sent()).toEqual(["DELETE"]);
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: /The meeting/ })).toBeTruthy();
    expect(sent()).toEqual(["DELETE", "POST"]);
  });
});
