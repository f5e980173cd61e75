import { renderIn, serve, testSession } from "@ensemble/blocks/testing";
import type { AuditEvent } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { EventsSection } from "./EventsSection";
import { EVENT_KINDS } from "./event-kinds";

afterEach(cleanup);

const PATH = "GET /api/admin/security-events";
const olivia = { id: "019a0000-0000-7000-8000-0000000000a1", name: "Olivia", email: "olivia@example.com" };

const event = (change: Partial<AuditEvent> = {}): AuditEvent => ({
  id: "019a0000-0000-7000-8000-0000000000aa",
  at: "2026-11-20T12:00:00Z",
  kind: "account_suspended",
  detail: "",
  amount: null,
  actor: olivia,
  person: { id: "019a0000-0000-7000-8000-0000000000a2", name: null, email: null },
  workspace_id: null,
  subject_id: null,
  address: "203.0.113.0/24",
  ...change,
});

const show = () => renderIn(<EventsSection />, { areas: ["admin", "audit"], session: testSession() });

const shown = () => (document.body.textContent ?? "").replaceAll(/[\u2066-\u2069]/g, "");

test("says who did what to whose account, also when that is gone", async () => {
  const items = [
    event(),
    event({ id: "b", kind: "signed_in", detail: "web", person: olivia, address: "203.0.113.9" }),
    event({ id: "c", kind: "key_made", actor: null, address: null }),
    event({ id: "d", kind: "sign_in_refused", detail: "unknown_address", actor: null, person: null }),
  ];
  serve({ [PATH]: { items, next_cursor: null } });
  await show();

  expect(await screen.findByText("Account suspended")).toBeTruthy();
  const text = shown();
  expect(text).toContain("account: deleted account 019a0000-0000-7000-8000-0000000000a2");
  expect(text).toContain("by Olivia (olivia@example.com) · from 203.0.113.0/24");
  expect(text).toContain("by the server");
  expect(text).toContain("no account with this emailby someone not signed in");
  expect(text).not.toContain("account: Olivia");
});

test("is narrowed by a kind and by a person", async () => {
  const asked: string[] = [];
  serve({
    [PATH]: (_body: unknown, query: URLSearchParams) => {
      asked.push(`${query.get("kind") ?? ""} ${query.get("q") ?? ""}`.trim());
      return { items: [], next_cursor: null };
    },
  });
  await show();
  const typing = userEvent.setup();
  expect(await screen.findByText("No events")).toBeTruthy();
  await typing.click(screen.getByRole("combobox", { name: "Filter events" }));
  await typing.click(await screen.findByRole("option", { name: "Server admin viewed data" }));
  await typing.type(screen.getByLabelText("Search by name, email, or ID"), "ana");
  await vi.waitFor(() => expect(asked.at(-1)).toBe("data_read ana"));
});

test("each kind of event has its words", async () => {
  serve({ [PATH]: { items: EVENT_KINDS.map((kind) => event({ id: kind, kind })), next_cursor: null } });
  await show();
  expect(await screen.findByText("Account suspended")).toBeTruthy();
  expect(shown()).not.toContain("kind.");
});
