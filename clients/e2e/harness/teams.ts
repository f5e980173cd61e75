import { type BrowserContext, expect, type Page } from "@playwright/test";
import { call } from "./api.ts";
import { type Person, signUpMember } from "./people.ts";
import { order } from "./purchases.ts";

export interface Team {
  id: string;
  /** Code of its invitation. */
  code: string;
}

/**
 * Creates a paid team with seats and an open invitation link, and switches its admin to it. Uses the API
 * only.
 */
export async function makeTeam(operator: Page, admin: Page, name: string, seats: number): Promise<Team> {
  const { id } = await call<{ id: string }>(admin, "POST", "/api/teams", { name });
  await workIn(admin, id);
  await buySeats(operator, admin, seats);
  const link = await call<{ url: string }>(admin, "PATCH", `/api/teams/${id}/invitation`, { open: true });
  return { id, code: new URL(link.url).searchParams.get("c") ?? "" };
}

export async function workIn(page: Page, teamId: string | null): Promise<void> {
  await call(page, "POST", "/api/teams/workspace", { team_id: teamId });
}

/** Orders seats as a team's admin and marks them as paid as the operator. Returns the order's id. */
export async function buySeats(operator: Page, admin: Page, seats: number): Promise<string> {
  const id = await order(admin, { plan: "team", cycle: "monthly", seats });
  await call(operator, "POST", `/api/billing/all-orders/${id}/paid`, {});
  return id;
}

/** Signs up somebody who asks to join a team. */
export async function askToJoin(
  operator: Page,
  person: Person,
  team: Team,
  browser: BrowserContext,
): Promise<Page> {
  const page = await signUpMember(operator, person, browser);
  await call(page, "POST", `/api/teams/invitations/${team.code}/join`, {});
  return page;
}

/** Approves the request as the admin; the person works in the team from then on. */
export async function takeIn(admin: Page, page: Page, person: Person, team: Team): Promise<string> {
  let id = "";
  // The person has just asked, maybe by a click whose answer is still to come.
  await expect(async () => {
    const members = await call<{ items: { id: string; name: string }[] }>(
      admin,
      "GET",
      `/api/teams/${team.id}/members`,
    );
    id = members.items.find(({ name }) => name === person.name)?.id ?? "";
    expect(id).not.toBe("");
  }).toPass();
  await call(admin, "POST", `/api/teams/${team.id}/members/${id}/approve`, {});
  await workIn(page, team.id);
  return id;
}
