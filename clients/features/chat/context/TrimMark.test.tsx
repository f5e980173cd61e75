import { renderIn, serve } from "@ensemble/blocks/testing";
import type { ContextReport, ConversationSummaryText } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TrimMark } from "./TrimMark";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const summary: ConversationSummaryText = {
  id: "019a0000-0000-7000-8000-0000000000a1",
  until_message_id: "019a0000-0000-7000-8000-0000000000a2",
  text: "They plan a walk.",
  edited: false,
  model_name: "Echo",
  updated_at: "2026-11-20T12:00:00Z",
};
const report = (summary: ConversationSummaryText): ContextReport => ({
  tokens: 900,
  total_tokens: 4_000,
  limit_tokens: 1_000,
  percent: 90,
  exact: true,
  near_limit: false,
  mode: "smart",
  trimmed_messages: 8,
  first_message_id: null,
  summary,
});

const another = { ...summary, id: "019a0000-0000-7000-8000-0000000000b1", text: "They plan a sail." };

test("what is typed while a summary is saved stays, over what was saved", async () => {
  let answer: (saved: ConversationSummaryText) => void = () => undefined;
  const seen = serve({
    [`PUT /api/chat/summaries/${summary.id}`]: () =>
      new Promise<ConversationSummaryText>((done) => {
        answer = done;
      }),
  });
  await renderIn(<TrimMark report={report(summary)} conversationId="c1" />, { areas: ["chat", "conflict"] });
  await userEvent.click(await screen.findByRole("button", { name: "Edit summary" }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Summary/ });
  await userEvent.type(field, " In May.");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(seen).toHaveLength(1));
  await userEvent.type(field, " By train.");
  answer({ ...summary, text: "They plan a walk. In May.", updated_at: "2026-11-20T13:00:00Z" });
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false),
  );
  expect(field.value).toBe("They plan a walk. In May. By train.");
});

test("what is typed is there after a reload and beside another summary, and gone once it is saved", async () => {
  const seen = serve({ [`PUT /api/chat/summaries/${another.id}`]: another });
  const host = memoryHost();
  const open = async (given: ConversationSummaryText) => {
    cleanup();
    const areas = ["chat" as const, "conflict" as const];
    await renderIn(<TrimMark report={report(given)} conversationId="c1" />, { areas, host });
  };
  const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Summary/ });
  const begin = async () => userEvent.click(await screen.findByRole("button", { name: "Edit summary" }));
  await open(summary);
  await begin();
  await userEvent.type(await field(), " In May.");
  await open(summary);
  expect((await field()).value).toBe("They plan a walk. In May.");
  await open(another);
  await screen.findByText("This was changed in another window.");
  expect((await field()).value).toBe("They plan a walk. In May.");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Keep mine" }));
  await waitFor(() => expect(host.drafts.keys()).toEqual([]));
  expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ text: "They plan a walk. In May." });
  const edit = await screen.findByRole("button", { name: "Edit summary" });
  expect(document.activeElement).toBe(edit);
  await begin();
  await userEvent.type(await field(), " In June.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(host.drafts.keys()).toEqual([]);
});

function Page() {
  const [given, give] = useState(summary);
  return (
    <>
      <button type="button" onClick={() => give(another)}>
        Replace
      </button>
      <TrimMark report={report(given)} conversationId="c1" />
    </>
  );
}

test("what is typed stays when another summary takes the place of the one it was typed over", async () => {
  await renderIn(<Page />, { areas: ["chat", "conflict"] });
  await userEvent.click(await screen.findByRole("button", { name: "Edit summary" }));
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Summary/ });
  await userEvent.type(field, " In May.");
  await userEvent.click(screen.getByRole("button", { name: "Replace" }));
  await screen.findByText("This was changed in another window.");
  expect(field.value).toBe("They plan a walk. In May.");
});
