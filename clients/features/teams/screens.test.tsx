import {
  renderIn,
  serve,
  TestRefusal,
  testMe,
  testSession,
  testSubscription,
} from "@ensemble/blocks/testing";
import type { Team, TeamRole } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { InvitationPage } from "./InvitationPage";
import { MembersPage } from "./MembersPage";
import { SeatsDialog } from "./SeatsDialog";
import { TeamBillingPage } from "./TeamBillingPage";

afterEach(cleanup);

const team = (change: Partial<Team> = {}): Team => ({
  id: testMe.workspace_id,
  name: "The Lamps",
  role: "admin",
  waiting: false,
  state: "active",
  disband_at: null,
  avatar: null,
  created_at: "2026-11-20T12:00:00Z",
  members: 2,
  waiting_members: 0,
  seats: 3,
  free_seats: 1,
  ...change,
});

const show = (ui: ReactNode, session = testSession()) => renderIn(ui, { areas: ["teams"], session });

const inTeam = (role: TeamRole) => testSession({ me: { ...testMe, team: { name: "The Lamps", role } } });

describe("a locked team", () => {
  const locked = team({ state: "locked", disband_at: "2027-01-19T12:00:00Z" });

  // spec §6: "they are told to switch workspace or contact the admin"
  test("tells its members to switch workspace or contact the admin", async () => {
    serve({
      [`GET /api/teams/${locked.id}`]: { ...locked, role: "member" },
      [`GET /api/teams/${locked.id}/members`]: { items: [] },
    });
    await show(<MembersPage />, inTeam("member"));
    expect(await screen.findByText(/Switch workspace or contact the admin/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Switch to my workspace" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Resubscribe" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Invite" })).toBeNull();
  });

  test("can be subscribed to again by its admin", async () => {
    serve({
      [`GET /api/teams/${locked.id}`]: locked,
      [`GET /api/teams/${locked.id}/members`]: { items: [] },
    });
    await show(<MembersPage />, inTeam("admin"));
    const link = await screen.findByRole("link", { name: "Resubscribe" });
    expect(link.getAttribute("href")).toBe("/team/billing?seats=buy");
  });
});

describe("seats", () => {
  test("are bought for what the server says, and never fewer than members", async () => {
    serve({
      "POST /api/billing/quotes": {
        kind: "subscribe",
        plan: "team",
        cycle: "monthly",
        seats: 3,
        pack: null,
        credits: null,
        price: 7470,
        remaining_days: 0,
        credit: 0,
        amount: 7470,
        currency: "USD",
        starts_at: "2026-11-20T12:00:00Z",
        ends_at: "2026-12-20T12:00:00Z",
      },
    });
    const { navigate } = await show(
      <SeatsDialog team={team()} is={testSubscription()} onClose={() => undefined} />,
    );
    const user = userEvent.setup();
    const field = await screen.findByRole("textbox", { name: "Number of seats" });
    await user.clear(field);
    await user.type(field, "1");
    expect(await screen.findByText("The team has 2 members")).toBeTruthy();
    await user.clear(field);
    await user.type(field, "3");
    expect(await screen.findByText("$74.70")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go to checkout" }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalled());
    expect(navigate.mock.calls[0]?.[0]).toBe("/checkout?plan=team&cycle=monthly&seats=3");
  });
});

describe("where nothing is charged", () => {
  test("a team has as many seats as it likes, and no price", async () => {
    serve({
      [`GET /api/teams/${testMe.workspace_id}`]: team({ seats: null, free_seats: null, members: 1 }),
      [`GET /api/teams/${testMe.workspace_id}/members`]: { items: [] },
    });
    const session = inTeam("admin");
    const free = { ...session, setup: { ...session.setup, offered_plans: false } };
    await show(<TeamBillingPage />, free);
    expect(await screen.findByText("The team can have unlimited seats and use everything.")).toBeTruthy();
    cleanup();
    await show(<MembersPage />, free);
    expect(await screen.findByText("1 member")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Change seats" })).toBeNull();
  });
});

describe("a team's bill that was closed", () => {
  const pastDue = testSubscription({
    phase: "past_due",
    terms: { plan: "team", cycle: "monthly", seats: 3, price: 7470, currency: "USD" },
    next: { plan: "team", cycle: "monthly", seats: 2, price: 4980, currency: "USD" },
    period_end: "2026-12-20T12:00:00Z",
    grace_end: "2026-12-27T12:00:00Z",
    renewal_price: 4980,
  });
  const page = async (role: TeamRole) => {
    serve({
      [`GET /api/teams/${testMe.workspace_id}`]: team({ role }),
      "GET /api/billing/subscription": pastDue,
      "GET /api/billing/auto-deduction": {
        enabled: false,
        amount: null,
        credits: null,
        monthly_limit: null,
        currency: "USD",
        least: null,
      },
    });
    const session = inTeam(role);
    const setup = { ...session.setup, offered_plans: true };
    await show(<TeamBillingPage />, { ...session, setup });
  };

  test("is ordered anew by its admin, with the seats of the next period", async () => {
    await page("admin");
    const link = await screen.findByRole("link", { name: "Pay now" });
    expect(link.getAttribute("href")).toBe("/checkout?plan=team&cycle=monthly&seats=2");
    expect(screen.getByText("$49.80 due")).toBeTruthy();
  });

  test("is not paid by its members", async () => {
    await page("member");
    expect(await screen.findByText(/Members can't renew/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Pay now" })).toBeNull();
  });
});

describe("an invitation", () => {
  test("that is no longer valid says so", async () => {
    serve({
      "GET /api/teams/invitations/old": new TestRefusal(
        404,
        "teams.invitation_invalid",
        "No longer valid",
        {},
      ),
    });
    await show(<InvitationPage code="old" />);
    expect(await screen.findByText("This invitation is no longer valid")).toBeTruthy();
  });
});
