import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agentTasks } from "./agent-queries";
import type { AgentCall, AgentTask } from "./operations";
import { TaskView } from "./TaskView";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const TASK: AgentTask = {
  id: "019a0000-0000-7000-8000-0000000000c1",
  title: "Why are there tides?",
  agent: "search",
  name: "Search agent",
  icon: "🔎",
  model: "GPT",
  state: "paused",
  pause: "steps",
  entries: [
    {
      number: 1,
      at: "2026-11-28T10:00:00Z",
      kind: "said",
      id: "019a0000-0000-7000-8000-0000000000c2",
      text: "Why are there tides?",
      parts: [],
      sent_at: "2026-11-28T10:00:00Z",
    },
  ],
  inbox: [],
  run_id: null,
  steps: 2,
  steps_max: 2,
  charged: 2,
  price: 1,
  spend_max: null,
  meter: "standard_query",
  costs: [{ meter: "standard_query", units: 2 }],
  problem: null,
  created_at: "2026-11-28T10:00:00Z",
  ended_at: null,
};

const CALL: AgentCall = {
  id: "c1",
  tool: "search_web",
  title: "Search the web",
  source: null,
  arguments: JSON.stringify({ query: "tides moon" }),
  state: "completed",
  output: "found it",
  parts: [],
  questions: [],
  asked: [],
};

const withCalls = (calls: AgentCall[], change: Partial<AgentTask> = {}): AgentTask => ({
  ...TASK,
  entries: [
    ...TASK.entries,
    {
      number: 2,
      at: "2026-11-28T10:00:01Z",
      kind: "step",
      text: "I'll look it up.",
      reasoning: "",
      model: "GPT",
      charged: 1,
      is_cut: false,
      calls,
    },
  ],
  ...change,
});

const show = (task: AgentTask) =>
  renderIn(<TaskView task={task} />, { areas: ["agents", "chat", "questions"] });

// spec §4: "Agent: runs up to a maximum number of steps, then pauses and can be continued."
test("an agent that took its steps says so, with what it cost, and goes on at a click", async () => {
  const path = `/api/agents/tasks/${TASK.id}/continue`;
  const seen = serve({ [`POST ${path}`]: { ...TASK, state: "queued", pause: null } });
  await show(TASK);
  expect(screen.getAllByText("Paused at the step limit").length).toBeGreaterThan(0);
  expect(screen.getByText(/Used: 2 standard queries/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(seen.map((one) => one.path)).toContain(path));
});

// issue 28: "cost so far"
test("what a task cost is told by meter, as images are paid in credits", async () => {
  serve({});
  const costs = [
    { meter: "standard_query", units: 2 },
    { meter: "advanced_credit", units: 5 },
  ];
  await show({ ...TASK, pause: "spend", charged: 7, spend_max: 7, costs });
  expect(screen.getByText(/Used: 2 standard queries \+ 5 advanced credits/)).toBeTruthy();
  expect(screen.getByText(/Used 2 standard queries \+ 5 advanced credits of 7/)).toBeTruthy();
});

// issue 28: "activity groups with a plain sentence each, what was read and written"
test("a step says in a sentence what was done, and shows what it read and made", async () => {
  const url = "https://sea.org/tides";
  const read: AgentCall = {
    ...CALL,
    id: "c2",
    tool: "read_page",
    arguments: JSON.stringify({ url }),
    parts: [
      {
        kind: "citation",
        title: "Tides · sea.org",
        url,
        quote: null,
        conversation_id: null,
        message_id: null,
      },
    ],
  };
  serve({});
  await show(withCalls([CALL, read], { state: "succeeded", pause: null }));
  const group = screen.getByRole("region", { name: /Searched the web for .*tides moon.* · Read .*sea\.org/ });
  expect(within(group).getByRole("link", { name: /Tides/ }).getAttribute("href")).toBe(url);
});

test("a file that was attached is told with the words", async () => {
  const file = { kind: "file", file_id: "019a0000-0000-7000-8000-0000000000f1", name: "sea.pdf" } as const;
  const parts = [{ ...file, media_type: "application/pdf", size_bytes: 2000 }];
  const said = { ...TASK.entries[0], parts } as AgentTask["entries"][number];
  serve({});
  await show({ ...TASK, entries: [said] });
  const attached = screen.getByRole("list", { name: "Attached files" });
  expect(within(attached).getByRole("link", { name: /sea\.pdf/ })).toBeTruthy();
});

test("a call that needs an approval is decided where it stands", async () => {
  const path = `/api/agents/tasks/${TASK.id}/decisions`;
  const seen = serve({ [`POST ${path}`]: { ...TASK, state: "running", pause: null } });
  const ring: AgentCall = {
    ...CALL,
    tool: "ring",
    title: "Ring",
    source: "Bells",
    state: "waiting",
    output: null,
  };
  await show(withCalls([ring], { pause: "approval" }));
  await userEvent.click(screen.getByRole("button", { name: "Allow once" }));
  await waitFor(() =>
    expect(seen.find((one) => one.path === path)?.body).toEqual({ call_id: "c1", decision: "once" }),
  );
});

// issue 28: "up to four questions in one form"
test("questions are answered in one form", async () => {
  const path = `/api/agents/tasks/${TASK.id}/answers`;
  const seen = serve({ [`POST ${path}`]: { ...TASK, state: "running", pause: null } });
  const field = { description: null, required: false } as const;
  const text = {
    input: "text",
    format: null,
    min_length: null,
    max_length: 100,
    pattern: null,
    default: null,
  } as const;
  const ask: AgentCall = {
    ...CALL,
    tool: "ask_user",
    state: "waiting",
    output: null,
    questions: [
      { ...field, ...text, name: "q1", title: "Which sea?" },
      { ...field, ...text, name: "q2", title: "For whom?" },
    ],
  };
  await show(withCalls([ask], { pause: "questions" }));
  await userEvent.type(screen.getByRole("textbox", { name: /Which sea/ }), "North");
  await userEvent.click(screen.getByRole("button", { name: "Answer" }));
  const sent = { call_id: "c1", action: "accept", content: { q1: "North" } };
  await waitFor(() => expect(seen.find((one) => one.path === path)?.body).toEqual(sent));
});

test("a file that a tool made is there to be downloaded", async () => {
  const id = "019a0000-0000-7000-8000-0000000000f1";
  const file = {
    kind: "file",
    file_id: id,
    name: "total.csv",
    media_type: "text/csv",
    size_bytes: 12,
  } as const;
  await show(withCalls([{ ...CALL, parts: [file] }]));
  const link = screen.getByRole("link", { name: /total\.csv/ });
  expect(link.getAttribute("href")).toBe(`/api/documents/files/${id}/content`);
});

// issue 26 §3: a server of tools asks while its tool runs
test("a question of a tool's server is answered where the tool runs", async () => {
  const path = `/api/agents/tasks/${TASK.id}/answers`;
  const seen = serve({ [`POST ${path}`]: { ...TASK, state: "running", pause: null } });
  const id = "019a0000-0000-7000-8000-0000000000c9";
  const asking: AgentCall = {
    ...CALL,
    tool: "book",
    title: "Book",
    source: "Ferries",
    state: "running",
    output: null,
    asked: [
      {
        question_id: id,
        source: "Ferries",
        message: "For how many people?",
        fields: [
          {
            name: "people",
            title: "People",
            description: null,
            required: true,
            input: "number",
            whole: true,
            minimum: 1,
            maximum: 9,
            default: null,
          },
        ],
        url: null,
        state: "waiting",
      },
    ],
  };
  await show(withCalls([asking], { state: "running", pause: "questions" }));
  expect(screen.getByText("Waiting for your answers")).toBeTruthy();
  expect(screen.getByText("For how many people?")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("People"), "2");
  await userEvent.click(screen.getByRole("button", { name: "Submit" }));
  const sent = { call_id: "c1", question_id: id, action: "accept", content: { people: 2 } };
  await waitFor(() => expect(seen.find((one) => one.path === path)?.body).toEqual(sent));
});

test("a task whose tool asks is read again by itself, as the question may end elsewhere", () => {
  const { refetchInterval } = agentTasks.one(TASK.id);
  const intervalOf = (task: AgentTask) =>
    typeof refetchInterval === "function" ? refetchInterval({ state: { data: task } } as never) : undefined;
  expect(intervalOf({ ...TASK, state: "running", pause: "questions" })).toBeGreaterThan(0);
  expect(intervalOf({ ...TASK, state: "paused", pause: "questions" })).toBe(false);
});
