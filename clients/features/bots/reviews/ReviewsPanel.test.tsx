import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { SentBot } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReviewsPanel } from "./ReviewsPanel";

const id = "019a0000-0000-7000-8000-0000000000b1";
const offer = {
  name: "Harbour pilot",
  description: "Knows every sandbank",
  welcome: "",
  prompt: "Answer as a pilot.",
  model: null,
  icon: `/api/bots/reviews/${id}/icon?v=aa`,
  starters: ["Which way in?"],
  tools: null,
  files: ["tides.pdf"],
};
const sent: SentBot = {
  bot_id: id,
  version: 4,
  author: "Mira Castellan",
  sent_at: "2026-11-20T12:00:00Z",
  sent: offer,
  seen: null,
};
const settled = `PATCH /api/bots/reviews/${id}`;
const show = () => renderIn(<ReviewsPanel />, { areas: ["bots"] });
const list = (items: SentBot[]) => ({ items, next_cursor: null });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

test("a new bot is shown with all that would be public, and approved as it was looked at", async () => {
  let waiting = [sent];
  const seen = serve({
    "GET /api/models": { models: [], default_model: null },
    "GET /api/bots/reviews": () => list(waiting),
    [settled]: () => {
      waiting = [];
      return null;
    },
  });
  await show();
  const card = within(await screen.findByRole("listitem"));
  for (const said of [
    "Harbour pilot",
    "New",
    "Which way in?",
    "tides.pdf",
    "Knows every sandbank",
    "Answer as a pilot.",
    /Mira Castellan/,
  ])
    expect(card.getByText(said)).toBeTruthy();
  await press("Approve");
  expect(await screen.findByText("Nothing to review")).toBeTruthy();
  const said = seen.find(({ method }) => method === "PATCH")?.body;
  expect(said).toEqual({ outcome: "approved", version: 4, reason: "" });
});

test("of a changed one the difference is shown, and only of what is different", async () => {
  const before = { ...offer, prompt: "Answer as a cook.", icon: `/api/bots/${id}/icon?v=aa` };
  serve({
    "GET /api/models": { models: [], default_model: null },
    "GET /api/bots/reviews": list([{ ...sent, seen: before }]),
  });
  await show();
  const card = await screen.findByRole("listitem");
  expect(within(card).getByText("Changed")).toBeTruthy();
  expect([...card.querySelectorAll("del, ins")].map((piece) => piece.lastChild?.textContent)).toEqual([
    "cook",
    "pilot",
  ]);
  expect(within(card).queryByText("Image")).toBeNull();
});

test("what is refused needs a reason, which the author gets", async () => {
  const seen = serve({
    "GET /api/models": { models: [], default_model: null },
    "GET /api/bots/reviews": list([sent]),
    [settled]: (body: { reason: string }) =>
      body.reason ? null : new TestRefusal(422, "bots.reason_empty", "Tell us what's wrong"),
  });
  await show();
  await screen.findByRole("listitem");
  await press("Reject…");
  await press("Reject");
  expect(await screen.findByText("Tell us what's wrong")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Sells pans");
  await press("Reject");
  await waitFor(() => expect(seen.filter(({ method }) => method === "PATCH")).toHaveLength(2));
  expect(seen.findLast(({ method }) => method === "PATCH")?.body).toMatchObject({
    outcome: "not_approved",
    reason: "Sells pans",
  });
});

test("what was changed meanwhile is not approved, and is shown as it is now", async () => {
  let waiting = [sent];
  serve({
    "GET /api/models": { models: [], default_model: null },
    "GET /api/bots/reviews": () => list(waiting),
    [settled]: () => {
      waiting = [{ ...sent, version: 5, sent: { ...offer, prompt: "Sell pans." } }];
      return new TestRefusal(409, "bots.review_changed", "This bot changed since you opened it");
    },
  });
  await show();
  await screen.findByRole("listitem");
  await press("Approve");
  expect(await screen.findByText("This bot changed since you opened it")).toBeTruthy();
  await press("Show latest version");
  expect(await screen.findByText("Sell pans.")).toBeTruthy();
});
