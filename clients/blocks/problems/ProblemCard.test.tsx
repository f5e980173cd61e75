import type { TeamRole } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PLACES } from "../places";
import { renderIn, serve, testMe, testSession } from "../testing";
import { ProblemCard } from "./ProblemCard";
import type { ProblemHelp } from "./problem-help";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Help on their problems that areas bring. */
const OF_AREAS: ProblemHelp = { "accounts.region_restricted": [], "billing.subscribing_restricted": [] };

/** Shows an error to somebody in a team's workspace, or in their own. */
async function show(code: string, role: TeamRole | null) {
  const team = role ? { name: "The Lamps", role } : null;
  await renderIn(
    <ProblemCard
      problem={{ status: 402, code, message: "Refused", params: {} }}
      onRetry={vi.fn()}
      onSwitchModel={vi.fn()}
    />,
    { areas: ["chat"], session: testSession({ me: { ...testMe, team } }), shell: { problemHelp: OF_AREAS } },
  );
}

/** Lists the labels of all buttons and the targets of all links, in their order. */
const ways = () =>
  [...document.querySelectorAll("a, button")].map((way) => way.getAttribute("href") ?? way.textContent);

const OWN = "Switch to my workspace";
const OTHER_MODEL = "Switch model";

// spec §6: "Team members have pages for members, usage, billing and settings but cannot renew; they are told to switch workspace or contact the admin."
describe("ProblemCard", () => {
  test("shows a member at the team's limit what was used, their own workspace and whom to ask", async () => {
    await show("ledger.cap_reached", "member");
    expect(ways()).toEqual([OTHER_MODEL, PLACES.teamUsage, OWN]);
    expect(screen.getByText("Ask your team admin for more.")).toBeTruthy();
  });

  test("shows an admin at the team's limit where it is changed", async () => {
    await show("ledger.cap_reached", "admin");
    expect(ways()).toEqual([OTHER_MODEL, PLACES.teamUsage, OWN]);
    expect(screen.queryByText("Ask your team admin for more.")).toBeNull();
  });

  test("leads out of a locked team, and its admin to where it is paid for", async () => {
    await show("entitlements.team_locked", "member");
    expect(ways()).toEqual([OWN]);
    cleanup();
    await show("entitlements.team_locked", "admin");
    expect(ways()).toEqual([PLACES.teamBilling, OWN]);
  });

  // spec §8: "exhausted dialogs for monthly plan usage, advanced credits, team credits"
  test("sends a member who is out of queries to no plans that they cannot buy", async () => {
    for (const code of ["ledger.queries_used_up", "ledger.insufficient_credits"]) {
      await show(code, "member");
      expect(ways()).toEqual([OTHER_MODEL, PLACES.teamUsage, OWN]);
      expect(screen.getByText("Ask your team admin for more.")).toBeTruthy();
      cleanup();
    }
    await show("ledger.queries_used_up", "admin");
    expect(ways()).toEqual([PLACES.teamBilling, OTHER_MODEL, PLACES.teamUsage]);
    cleanup();
    await show("ledger.queries_used_up", null);
    expect(ways()).toEqual([PLACES.pricing, OTHER_MODEL, PLACES.usage]);
  });

  // spec §8: "exhausted dialogs for monthly plan usage, advanced credits, team credits"
  test("says that a team's credits are used up, and who can do what about it", async () => {
    await show("ledger.insufficient_credits", "admin");
    expect(
      await screen.findByText(/^\P{L}?The Lamps\P{L}? has run out of advanced credits\.$/u),
    ).toBeTruthy();
    expect(screen.getByText(/Buy more or turn on auto deduction/)).toBeTruthy();
    expect(ways()).toEqual([PLACES.credits, PLACES.teamBilling, OTHER_MODEL, PLACES.teamUsage]);
    cleanup();
    await show("ledger.insufficient_credits", "member");
    expect(await screen.findByText(/An admin can buy more or turn on auto deduction/)).toBeTruthy();
    expect(screen.getByText("Ask your team admin for more.")).toBeTruthy();
    cleanup();
    await show("ledger.insufficient_credits", null);
    expect(screen.getByText("Insufficient Advanced Credits")).toBeTruthy();
    expect(ways()).toEqual([PLACES.credits, OTHER_MODEL, PLACES.usage]);
  });

  test("tries a team's refusal again where one works in the own workspace by now", async () => {
    await show("entitlements.team_locked", null);
    expect(ways()).toEqual(["Try again"]);
  });

  test("has this device go on in the own workspace", async () => {
    const seen = serve({ "POST /api/teams/workspace": null });
    const assign = vi.spyOn(globalThis.location, "assign").mockReturnValue();
    await show("entitlements.team_locked", "member");
    await userEvent.click(screen.getByRole("button", { name: OWN }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    expect(seen.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: "/api/teams/workspace", body: { team_id: null } },
    ]);
  });

  // spec §8: "Unable to subscribe due to regional restrictions."
  test("offers nothing to try again to who is refused for where they are", async () => {
    for (const code of ["accounts.region_restricted", "billing.subscribing_restricted"]) {
      await show(code, null);
      expect(ways()).toEqual([]);
      cleanup();
    }
  });
});
