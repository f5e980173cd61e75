import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { PowerupReview } from "../operations";
import { testDefinition, testPowerup, testPrice } from "../testing";
import { ReviewsPanel } from "./ReviewsPanel";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const sites = { scope: "site" as const, patterns: ["example.org"] };
const review: PowerupReview = {
  powerup: testPowerup({ mine: false, scope: "public", version: 2, definition: testDefinition({ sites }) }),
  author: "ana",
  sent_at: "2026-11-28T08:00:00Z",
  permissions: {
    sites,
    reads: "selection",
    skills: ["search_enhance"],
    searches_web: true,
    runs_code: false,
  },
  changes: null,
};

const show = (answers: Record<string, unknown> = {}) => {
  const seen = serve({
    "GET /api/powerups/reviews": { items: [review], next_cursor: null },
    "GET /api/powerups/price": testPrice,
    "GET /api/models": { models: [], default_model: "" },
    "PATCH /api/powerups/reviews/p1": null,
    ...answers,
  });
  return renderIn(<ReviewsPanel />, { areas: ["powerups", "chat"] }).then((view) => ({ seen, ...view }));
};

const said = (seen: { method: string; body: unknown }[]) =>
  seen.find(({ method }) => method === "PATCH")?.body;

test("the reviewer sees what it may do, and approves the version that was read", async () => {
  const { seen } = await show();
  const permissions = await screen.findByRole("list", { name: "Permissions" });
  expect(within(permissions).getByText("Specific sites: example.org")).toBeTruthy();
  expect(within(permissions).getByText("The selected text")).toBeTruthy();
  expect(within(permissions).getByText("Sends its task to search engines")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(said(seen)).toEqual({ outcome: "approved", version: 2, reason: "" }));
});

test("a rejection needs a reason", async () => {
  const { seen } = await show();
  await userEvent.click(await screen.findByRole("button", { name: "Reject" }));
  const send = screen.getByRole<HTMLButtonElement>("button", { name: "Send rejection" });
  expect(send.disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Sells pans");
  await userEvent.click(send);
  await waitFor(() => expect(said(seen)).toEqual({ outcome: "rejected", version: 2, reason: "Sells pans" }));
});

test("one that changed meanwhile is loaded again", async () => {
  const changed = new TestRefusal(409, "powerups.review_changed", "This PowerUP changed since you opened it");
  const { seen } = await show({ "PATCH /api/powerups/reviews/p1": changed });
  await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  await waitFor(() => expect(seen.filter(({ method }) => method === "GET").length).toBeGreaterThan(2));
});

test("says so when nothing waits", async () => {
  await show({ "GET /api/powerups/reviews": { items: [], next_cursor: null } });
  expect(await screen.findByText("Nothing to review")).toBeTruthy();
});
