import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Research } from "@ensemble/contract/wire";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResearchView } from "./ResearchView";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const waiting: Research = {
  id: "019a0000-0000-7000-8000-0000000000b1",
  title: "Lamps",
  question: "What do lamps burn?",
  sources: ["web"],
  domains: { only: [], never: [] },
  model: null,
  state: "paused",
  pause: "steps",
  clarifications: [],
  plan: [],
  steps: [],
  writing: null,
  found: [],
  statements: [],
  gaps: [],
  sections: [],
  cost: {
    meter: null,
    price: 0,
    spent: 0,
    spend_max: 0,
    steps: 5,
    steps_max: 5,
    again_at_most: 0,
    at_most: [],
  },
  changes: null,
  previous_id: null,
  root_id: "019a0000-0000-7000-8000-0000000000b1",
  every: null,
  next_at: null,
  budget: null,
  problem: null,
  created_at: "2026-11-25T12:00:00Z",
};

// spec §4: "Agent: runs up to a maximum number of steps, then pauses and can be continued."
test("a research that waits where it was told to says so, and goes on when it is told to", async () => {
  const path = `/api/research/researches/${waiting.id}/continue`;
  const seen = serve({ [`POST ${path}`]: { ...waiting, state: "searching", pause: null } });
  await renderIn(<ResearchView research={waiting} />, { areas: ["search", "chat"] });
  expect(await screen.findByText("Paused at your step limit")).toBeTruthy();
  expect(screen.getByText("Continues for 5 more steps")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(seen.map(({ path }) => path)).toContain(path));
  expect(seen.find((one) => one.path === path)?.body).toEqual({ steps_max: null, spend_max: null });
});

test("without a model it is said that sentences are picked", async () => {
  serve({});
  await renderIn(<ResearchView research={{ ...waiting, state: "completed", pause: null }} />, {
    areas: ["search", "chat"],
  });
  expect(await screen.findByText(/^No model connected: sentences are picked from the sources/)).toBeTruthy();
});

// screens.md, 15
test("a section that comes while somebody reads stands below those that are there", async () => {
  const plan = [1, 2].map((number) => ({ number, question: `Question ${number}`, state: "done" }));
  const section = (topic: number) => ({ topic, title: `Question ${topic}`, text: "Oil.", cites: [] });
  const at = (topics: number[]) =>
    ({
      ...waiting,
      state: "writing",
      pause: null,
      plan,
      sections: topics.map(section),
    }) as unknown as Research;
  const { rerenderIn } = await show(at([2]));
  rerenderIn(at([2, 1]));
  rerenderIn(at([2, 1, 0]));
  expect(screen.getAllByRole("article").map((article) => article.querySelector("h2")?.textContent)).toEqual([
    "Question 2",
    "Question 1",
    "Summary",
  ]);
  cleanup();
  await show(at([2, 1, 0]));
  expect(screen.getAllByRole("article")[0]?.querySelector("h2")?.textContent).toBe("Summary");
});

let change = (_: Research) => {};

function Changing({ research }: { research: Research }) {
  const [shown, setShown] = useState(research);
  useEffect(() => {
    change = setShown;
  }, []);
  return <ResearchView research={shown} />;
}

/** Renders a research, and returns a function that renders a later state of it. */
async function show(research: Research) {
  serve({});
  await renderIn(<Changing research={research} />, { areas: ["search", "chat"] });
  await screen.findAllByRole("article");
  return { rerenderIn: (later: Research) => act(() => change(later)) };
}
