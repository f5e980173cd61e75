import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Reading, ReadingPlace } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ReadingView } from "./ReadingView";

const reading: Reading = {
  id: "r1",
  title: "Tides",
  kind: "video",
  url: "https://example.org/talk",
  file_id: null,
  state: "complete",
  length: "short",
  model: "office/llama",
  run_id: null,
  summaries: [
    {
      length: "short",
      model: "office/llama",
      text: "The moon pulls the sea [2]. It is made of cheese [1].",
      cites: [
        { number: 2, statement: "The moon pulls the sea", state: "close", quote: "The moon pulls the sea." },
        { number: 1, statement: "It is made of cheese", state: "not_found", quote: null },
      ],
      places: 2,
      places_given: 2,
      partial: false,
    },
  ],
  keep_source: true,
  has_source: true,
  repeatable: true,
  problem: null,
  cause: null,
  created_at: "2026-11-22T08:00:00Z",
};

const place = (number: number, text: string, at_seconds: number): ReadingPlace => ({
  number,
  text,
  page: null,
  at_seconds,
  url: `https://example.org/talk#t=${at_seconds}`,
  recognised: false,
  cut: false,
});
const source = { places: [place(1, "Welcome.", 1), place(2, "The moon pulls the sea. Boats float.", 83)] };

const open = async (change: Partial<Reading> = {}, places = source.places) => {
  const seen = serve({
    "GET /api/reading/readings/r1": { ...reading, ...change },
    "GET /api/reading/readings/r1/source": { places, pdf_file_id: null },
    "POST /api/reading/readings/r1/again": { ...reading, state: "waiting", length: "long" },
  });
  await renderIn(<ReadingView readingId="r1" />, { areas: ["reading", "chat"] });
  await screen.findByRole("heading", { level: 1, name: "Tides" });
  return seen;
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("a reading", () => {
  test("leads from a number to the place, with the words marked that say it", async () => {
    await open();
    const summary = await screen.findByRole("region", { name: "Summary" });
    await userEvent.click(await within(summary).findByRole("link", { name: "[2]" }));
    const text = screen.getByRole("region", { name: "Text" });
    const marked = await within(text).findByText("The moon pulls the sea.", { selector: "mark" });
    expect(marked.closest("li")?.getAttribute("aria-current")).toBe("location");
    expect(within(text).getByRole("link", { name: "Play at 1:23" }).getAttribute("href")).toBe(
      "https://example.org/talk#t=83",
    );
  });

  test("says what is not found in its text", async () => {
    await open();
    const summary = await screen.findByRole("region", { name: "Summary" });
    expect(within(summary).getByText("Not found in sources").parentElement?.textContent).toContain(
      "It is made of cheese",
    );
  });

  test("is summed up in another length when that is asked for", async () => {
    const seen = await open();
    await userEvent.click(screen.getByRole("radio", { name: "Long" }));
    await userEvent.click(screen.getByRole("button", { name: "Summarize now" }));
    const sent = seen.find(({ path }) => path.endsWith("/again"));
    expect(sent?.body).toEqual({ length: "long", model: "office/llama" });
  });

  test("says what failed, why, and can be tried again", async () => {
    const problem = (code: string, message: string) => ({ status: 422, code, params: {}, message });
    const seen = await open({
      state: "failed",
      summaries: [],
      has_source: false,
      problem: problem("reading.failed", "Reading failed"),
      cause: problem("reading.no_captions", "This video has no captions"),
    });
    expect(screen.getByText("Reading failed")).toBeTruthy();
    expect(screen.getByText("This video has no captions")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /try again/i }));
    expect(seen.some(({ path }) => path.endsWith("/again"))).toBe(true);
  });

  test("without a model says that sentences were picked", async () => {
    const [summary] = reading.summaries;
    await open({ model: null, summaries: summary ? [{ ...summary, model: null }] : [] });
    expect(await screen.findByText(/nothing new was written/)).toBeTruthy();
  });

  // issue 5: "OCR for scans"
  test("says what was recognised on pictures, and where its text goes on", async () => {
    const scanned = [3, 3, 4].map((page, index) => ({
      ...place(index + 1, `Line ${index}.`, 0),
      page,
      at_seconds: null,
      recognised: page === 3,
      cut: index === 2,
    }));
    await open({ kind: "pdf" }, scanned);
    const text = screen.getByRole("region", { name: "Text" });
    expect(await within(text).findByText(/^Scanned pages: 1\. .* may contain errors\.$/)).toBeTruthy();
    expect(within(text).getByText(/The rest was left out/)).toBeTruthy();
    cleanup();
    vi.restoreAllMocks();
    await open();
    await screen.findByText("Welcome.");
    expect(screen.queryByText(/Scanned pages|The rest/)).toBeNull();
  });
});
