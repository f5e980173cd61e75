import { renderIn, serve, testMe, testSession } from "@ensemble/blocks/testing";
import type { Search, SearchReport } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { NothingFound } from "./NothingFound";

afterEach(cleanup);

const search = (...engines: SearchReport[]): Search => ({
  id: "019a0000-0000-7000-8000-000000000001",
  title: "Tides",
  query: "When is high water?",
  source: "web",
  effort: "quick",
  domains: { only: ["tide.example"], never: [] },
  skill: "ask",
  state: "completed",
  model: null,
  run_id: null,
  results: [],
  engines,
  answer: null,
  cites: [],
  problem: null,
  created_at: "2026-11-25T12:00:00Z",
});
const silent: SearchReport = { name: "SearXNG", found: 0, fault: "unreachable" };

// architecture, looks: "Every error says what happened, who can fix it, and offers the button that does."
test("where no engine answered the same is asked again, and whoever can is led to the engines", async () => {
  const seen = serve({ "POST /api/search/searches": { ...search(), id: "again" } });
  const session = testSession({ me: { ...testMe, role: "operator" } });
  await renderIn(<NothingFound search={search(silent)} />, { areas: ["search"], session });

  expect(screen.getByText("No search engine responded")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Set up search engines" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Search again" }));
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]?.body).toMatchObject({ query: "When is high water?", domains: { only: ["tide.example"] } });
});

test("where one answered it is the question that is changed", async () => {
  await renderIn(<NothingFound search={search(silent, { name: "Wikipedia", found: 0, fault: null })} />, {
    areas: ["search"],
    session: testSession(),
  });

  expect(screen.getByText("No results")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
