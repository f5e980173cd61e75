import { renderIn, serve } from "@ensemble/blocks/testing";
import type { SecurityEvent } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { SecurityEvents } from "./SecurityEvents";

afterEach(cleanup);

const PATH = "GET /api/accounts/security-events";

const event = (change: Partial<SecurityEvent> = {}): SecurityEvent => ({
  id: "019a0000-0000-7000-8000-0000000000aa",
  at: "2026-11-20T12:00:00Z",
  kind: "signed_in",
  detail: "web",
  amount: null,
  by: "you",
  address: "203.0.113.9",
  ...change,
});

test("says what was done with the account, by whom, and from where", async () => {
  const items = [
    event(),
    event({ id: "b", kind: "sign_in_refused", detail: "wrong_password", by: "unknown" }),
    event({
      id: "c",
      kind: "grant_given",
      detail: "advanced_credit",
      amount: 500,
      by: "another",
      address: null,
    }),
    event({ id: "d", kind: "session_ended", detail: "device_limit", by: "server", address: null }),
    event({ id: "e", kind: "key_made", detail: "a_word_of_a_newer_server" }),
    event({ id: "f", kind: "grant_given", detail: "advanced_credit", amount: 1, by: "another" }),
    event({ id: "g", kind: "order_refunded", detail: "", amount: 1999, by: "another" }),
  ];
  serve({ [PATH]: { items, next_cursor: null } });
  await renderIn(<SecurityEvents />, { areas: ["audit"] });

  expect(await screen.findByText("Signed in")).toBeTruthy();
  const shown = (document.body.textContent ?? "").replaceAll(/[\u2066-\u2069]/g, "");
  expect(shown).toContain("browser · from 203.0.113.9");
  expect(shown).toContain("wrong password · by someone not signed in · from 203.0.113.9");
  expect(shown).toContain("500 advanced credits · by someone else");
  expect(shown).toContain("1 advanced credit · by someone else");
  // In the smallest unit of a currency that is not said: no number that anybody understands.
  expect(shown).not.toMatch(/1,?999/);
  expect(shown).toContain("too many devices · by the server");
  expect(shown).not.toContain("newer_server");
});

test("brings the next page behind the first", async () => {
  const asked: (string | null)[] = [];
  serve({
    [PATH]: (_body: unknown, query: URLSearchParams) => {
      asked.push(query.get("cursor"));
      return query.get("cursor")
        ? { items: [event({ id: "b", kind: "key_made", detail: "" })], next_cursor: null }
        : { items: [event()], next_cursor: "next" };
    },
  });
  await renderIn(<SecurityEvents />, { areas: ["audit"] });
  await userEvent.setup().click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("API key created")).toBeTruthy();
  expect(asked).toEqual([null, "next"]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("says that nothing was done where nothing was", async () => {
  serve({ [PATH]: { items: [], next_cursor: null } });
  await renderIn(<SecurityEvents />, { areas: ["audit"] });
  expect(await screen.findByText("No events")).toBeTruthy();
});
