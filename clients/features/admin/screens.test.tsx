import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import type { AdminUser, GrantedLot } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { BanDialog } from "./BanDialog";
import { GiveDialog } from "./GiveDialog";
import { GrantsPanel } from "./GrantsPanel";
import { InviteDialog } from "./InviteDialog";
import { LimitsDialog } from "./LimitsDialog";
import { NoticePanel } from "./NoticePanel";
import { ServerChoices } from "./ServerChoices";
import { ServerTeams } from "./ServerTeams";

afterEach(cleanup);

const show = (ui: ReactNode) => renderIn(ui, { areas: ["admin"], session: testSession() });

const ana = { workspace_id: "019a0000-0000-7000-8000-00000000000a", name: "Ana", email: "ana@example.com" };

const lot = (change: Partial<GrantedLot> = {}): GrantedLot => ({
  id: "019a0000-0000-7000-8000-0000000000aa",
  grant_id: "019a0000-0000-7000-8000-0000000000ab",
  source: "operator",
  plan: null,
  ...ana,
  meter: "advanced_credit",
  amount: 500,
  used: 100,
  held: 50,
  taken_back: 0,
  given_at: "2026-11-20T12:00:00Z",
  ends_at: null,
  note: "Sorry for Monday",
  given_by: "Olivia",
  taken_at: null,
  taken_by: null,
  ...change,
});

const user: AdminUser = {
  id: "019a0000-0000-7000-8000-0000000000ba",
  role: "member",
  created_at: "2026-11-20T12:00:00Z",
  last_seen_at: null,
  suspended: false,
  suspended_reason: "",
  plan: "free",
  plan_name: "Free",
  credits_left: 0,
  ...ana,
};

describe("giving", () => {
  test("is asked for once, however often it is tried", async () => {
    const answers: unknown[] = [new TestRefusal(503, "api.overloaded", "Later"), lot()];
    const seen = serve({ "POST /api/admin/grants": () => answers.shift() });
    const onClose = vi.fn();
    await show(<GiveDialog to={ana} onClose={onClose} />);
    const typing = userEvent.setup();
    await typing.type(await screen.findByLabelText("Amount"), "500");
    await typing.type(screen.getByRole("textbox", { name: /^Reason/ }), "Sorry");
    await typing.click(screen.getByRole("button", { name: "Grant" }));
    expect(await screen.findByText("Service under maintenance")).toBeTruthy();
    await typing.click(screen.getByRole("button", { name: "Grant" }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled());

    const sent = seen.filter(({ method }) => method === "POST").map(({ body }) => body as { id: string });
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]).toMatchObject({ amount: 500, ends_at: null, reason: "Sorry", meter: "advanced_credit" });
  });

  test("shows what the server refuses at its field", async () => {
    const refusal = new TestRefusal(422, "admin.grant_invalid", "No", { field: "ends_at" });
    serve({ "POST /api/admin/grants": refusal });
    await show(<GiveDialog to={ana} onClose={() => undefined} />);
    const typing = userEvent.setup();
    await typing.type(await screen.findByLabelText("Amount"), "5");
    await typing.type(screen.getByRole("textbox", { name: /^Reason/ }), "Sorry");
    await typing.click(screen.getByRole("button", { name: "Grant" }));
    expect(await screen.findByText("Choose a future date.")).toBeTruthy();
  });
});

describe("what was given", () => {
  test("is taken back where an operator gave it and something is left", async () => {
    const items = [
      lot(),
      lot({ id: "b", grant_id: null, source: "purchase", note: "small", given_by: null }),
      lot({ id: "c", used: 450 }),
      lot({ id: "d", taken_at: "2026-11-21T12:00:00Z", taken_by: "Olivia", taken_back: 350 }),
    ];
    const seen = serve({
      "GET /api/admin/grants": { items, next_cursor: null },
      [`POST /api/admin/grants/${items[0]?.grant_id}/take-back`]: items[3],
    });
    await show(<GrantsPanel />);
    const typing = userEvent.setup();
    const buttons = await screen.findAllByRole("button", { name: "Revoke" });
    expect(buttons).toHaveLength(1);
    await typing.click(buttons[0] as HTMLElement);
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText(/^The unused 350 will be revoked/)).toBeTruthy();
    await typing.click(within(question).getByRole("button", { name: "Revoke" }));
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
  });
});

test("nobody is suspended without a reason", async () => {
  const seen = serve({ [`PATCH /api/admin/users/${user.id}`]: { ...user, suspended: true } });
  const onClose = vi.fn();
  await show(<BanDialog user={user} onClose={onClose} />);
  const typing = userEvent.setup();
  await typing.click(await screen.findByRole("button", { name: "Suspend" }));
  expect(await screen.findByText("Enter a reason.")).toBeTruthy();
  expect(seen).toEqual([]);
  await typing.type(screen.getByRole("textbox", { name: /^Reason/ }), "Spam");
  await typing.click(screen.getByRole("button", { name: "Suspend" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(seen[0]?.body).toEqual({ suspended: true, reason: "Spam" });
});

test("limits of an account are set, taken away and left as they are", async () => {
  const path = `/api/admin/users/${user.id}/caps`;
  const caps = {
    since: "2026-11-01T00:00:00Z",
    meters: [
      { meter: "standard_query", used: 3, cap: 40 },
      { meter: "advanced_query", used: 7, cap: null },
      { meter: "advanced_credit", used: 0, cap: 9 },
    ],
  };
  const seen = serve({ [`GET ${path}`]: caps, [`PUT ${path}`]: caps });
  const onClose = vi.fn();
  await show(<LimitsDialog user={user} onClose={onClose} />);
  const typing = userEvent.setup();
  await typing.clear(await screen.findByLabelText("Standard queries"));
  expect(screen.getByText("7 used this month")).toBeTruthy();
  const advanced = screen.getByLabelText("Advanced queries");
  await typing.type(advanced, "2147483648");
  await typing.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Enter a whole number/)).toBeTruthy();
  expect(seen.some(({ method }) => method === "PUT")).toBe(false);
  await typing.clear(advanced);
  await typing.type(advanced, "50");
  await typing.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(seen.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { meter: "standard_query", amount: null },
    { meter: "advanced_query", amount: 50 },
  ]);
});

test("a team's limits are set beside those of its admins, and without teams nothing is shown of them", async () => {
  const lamps = {
    id: "019a0000-0000-7000-8000-0000000000ca",
    name: "Lamps",
    created_at: "2026-11-20T12:00:00Z",
    members: 3,
  };
  const path = `/api/admin/teams/${lamps.id}/caps`;
  const caps = { since: "2026-11-01T00:00:00Z", meters: [{ meter: "standard_query", used: 3, cap: null }] };
  const teams: unknown[] = [lamps];
  const seen = serve({
    "GET /api/admin/teams": () => ({ items: teams, next_cursor: null }),
    [`GET ${path}`]: caps,
    [`PUT ${path}`]: caps,
  });
  await show(<ServerTeams />);
  const typing = userEvent.setup();
  expect(await screen.findByText("3 members")).toBeTruthy();
  await typing.click(screen.getByRole("button", { name: "Monthly limits for Lamps" }));
  await typing.type(await screen.findByLabelText("Standard queries"), "50");
  await typing.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(seen.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
    { meter: "standard_query", amount: 50 },
  ]);

  cleanup();
  teams.pop();
  await show(<ServerTeams />);
  await vi.waitFor(() =>
    expect(seen.filter(({ path: asked }) => asked === "/api/admin/teams")).toHaveLength(2),
  );
  expect(screen.queryByText("Teams")).toBeNull();
});

test("closing the server is asked for twice", async () => {
  const seen = serve({
    "GET /api/admin/own-notice": { notice: null },
    "PUT /api/admin/own-notice": (body: object) => ({ ...body, changed_at: "2026-11-20T12:00:00Z" }),
  });
  await show(<NoticePanel />);
  const typing = userEvent.setup();
  await typing.click(await screen.findByRole("radio", { name: "Closed for maintenance" }));
  await typing.click(screen.getByRole("button", { name: "Close server" }));
  const question = await screen.findByRole("alertdialog");
  expect(seen.some(({ method }) => method === "PUT")).toBe(false);
  await typing.click(within(question).getByRole("button", { name: "Close server" }));
  await vi.waitFor(() =>
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      level: "closed",
      text: "",
      starts_at: null,
      ends_at: null,
    }),
  );
});

describe("the server", () => {
  const choices = { name: null, sign_up: "open", sign_up_from_file: true };

  test("says what the file sets, and is changed here", async () => {
    const seen = serve({
      "GET /api/accounts/server": choices,
      "PATCH /api/accounts/server": { name: "The Lamps", sign_up: "open", sign_up_from_file: true },
    });
    await show(<ServerChoices />);
    expect(await screen.findByText(/Anyone who reaches.*The configuration file decides/)).toBeTruthy();
    const typing = userEvent.setup();
    await typing.type(screen.getByLabelText("Server name"), "The Lamps");
    await typing.click(screen.getByRole("button", { name: "Save" }));
    await vi.waitFor(() => expect(seen.some(({ method }) => method === "PATCH")).toBe(true));
    expect(seen.find(({ method }) => method === "PATCH")?.body).toEqual({ name: "The Lamps" });
  });

  test("shows an invitation's link once", async () => {
    const invitation = {
      id: "019a0000-0000-7000-8000-0000000000ca",
      email: "ida@example.com",
      name: "",
      role: "member",
      expires_at: "2026-12-05T12:00:00Z",
    };
    const url = "https://ai.example.com/sign-up?invitation=secret";
    const seen = serve({
      "POST /api/accounts/invitations": { invitation, url, mailed: false },
      "GET /api/accounts/invitations": { items: [invitation] },
    });
    await show(<InviteDialog onClose={vi.fn()} />);
    const typing = userEvent.setup();
    await typing.type(await screen.findByLabelText("Email address"), "ida@example.com");
    await typing.click(screen.getByRole("button", { name: "Invite" }));
    expect(await screen.findByText(/doesn’t send email\. Give this link to ida@example\.com/)).toBeTruthy();
    expect(screen.getByDisplayValue(url)).toBeTruthy();
    expect(seen[0]?.body).toMatchObject({ email: "ida@example.com", role: "member", locale: "en" });
  });
});
