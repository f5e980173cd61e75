import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Search } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchView } from "./SearchView";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const picked: Search = {
  id: "019a0000-0000-7000-8000-000000000001",
  title: "Lamps",
  query: "What does the lamp burn?",
  source: "web",
  effort: "quick",
  domains: { only: [], never: [] },
  skill: "ask",
  state: "completed",
  model: null,
  run_id: null,
  results: [
    {
      number: 1,
      title: "The lamp of the lighthouse",
      url: "https://lamp.example.org/",
      site: "lamp.example.org",
      snippet: null,
      date: null,
      authors: null,
      place: null,
      found_by: ["SearXNG"],
      reading: "read",
    },
  ],
  engines: [],
  answer: "The lamp burns oil. [1]",
  cites: [{ number: 1, statement: "The lamp burns oil.", state: "quoted", quote: "The lamp burns oil." }],
  problem: null,
  created_at: "2026-11-25T12:00:00Z",
};

test("without a model the sources speak for themselves, and it is said", async () => {
  serve({ "GET /api/search/sites": { items: [] } });
  await renderIn(<SearchView search={picked} />, { areas: ["search", "chat"] });
  expect(
    await screen.findByText(/^No model connected\. These sentences come straight from the sources/),
  ).toBeTruthy();
  expect((await screen.findAllByText(/The lamp burns oil/)).length).toBeGreaterThan(0);
  expect(screen.getByText("The lamp of the lighthouse")).toBeTruthy();
});
