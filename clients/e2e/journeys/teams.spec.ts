import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { connect, mina, signUpMember } from "../harness/people.ts";
import { askToJoin, makeTeam, takeIn } from "../harness/teams.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("teams");
const billing = textsOf("billing");
const frame = textsOf("frame");
const caps = textsOf("caps");
const common = textsOf("common");
const problem = textsOf("problems");
const chatText = textsOf("chat");

const carla = { name: "Carla Castellanos", email: "carla@example.com", password: "broad blue harbour" };
const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };

/** Valid image. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAIAAAD/gAIDAAAAoklEQVR42u3QMQ0AAAgDsHnCE2oRhQU+niZV0FQPR1EgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS9a3BaTIfHuK99EOAAAAAElFTkSuQmCC",
  "base64",
);

/** Marks the only open order as paid. */
async function receive(operator: Page, url: string, who: string) {
  await visit(operator, `${url}/settings/orders`);
  await operator.getByRole("button", { name: billing("mark_paid_order", { who }) }).click();
  const question = operator.getByRole("alertdialog");
  await question.getByRole("button", { name: billing("mark_paid") }).click();
  await expect(operator.getByText(billing("no_such_orders"))).toBeVisible();
}

/** Creates a team through the page, as its admin. */
async function createTeam(page: Page, url: string, name: string) {
  await visit(page, `${url}/team`);
  await page.getByRole("button", { name: text("create_team") }).click();
  const dialog = page.getByRole("dialog", { name: text("create_team") });
  await dialog.getByRole("button", { name: text("create") }).click();
  await expect(dialog.getByText(problem("teams.name_empty"))).toBeVisible();
  await dialog.getByRole("textbox", { name: text("team_name") }).fill(name);
  await dialog.getByRole("button", { name: text("create") }).click();
}

/** Creates a paid team of the member with seats. */
async function paidTeam(operator: Page, member: Page, url: string, seats: string) {
  await createTeam(member, url, "The Lamps");
  const buying = member.getByRole("dialog", { name: text("buy_seats") });
  await buying.getByRole("textbox", { name: text("number_of_seats") }).fill(seats);
  await expect(buying.getByText("$", { exact: false }).first()).toBeVisible();
  await buying.getByRole("button", { name: text("to_checkout") }).click();
  const due = (await member.getByTestId("due-now").textContent()) ?? "";
  await member.getByRole("button", { name: billing("confirm_order", { amount: due }) }).click();
  await expect(member.getByText(billing("waits_for_payment"))).toBeVisible();
  await receive(operator, url, "mina@example.com");
}

// spec §1: "Team plans with workspaces, seats, invite links and auto-deduction."
// spec §2: "Team dialogs (create team, buy seat, invite link, auto deduction, locked)"
// spec §2: "/team, /team/members, /team/usage, /team/billing, /team/settings, /team/invitation (query c)"
test("a team is made, buys seats, invites, takes in, limits and takes out", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  await paidTeam(operator, member, server.url, "3");
  await visit(member, `${server.url}/team/billing`);
  await expect(member.getByText(text("seats_used", { used: 1, seats: 3 }))).toBeVisible();
  await expect(member.getByText(text("next_billing_date"))).toBeVisible();

  // Auto deduction has a least amount, and a limit that is not below it.
  await member.getByRole("button", { name: text("set_deduction") }).click();
  const deduction = member.getByRole("dialog", { name: text("auto_deduction") });
  await deduction.getByRole("textbox", { name: text("single_amount", { currency: "USD" }) }).fill("1.00");
  await deduction.getByRole("textbox", { name: text("monthly_limit", { currency: "USD" }) }).fill("0.50");
  await deduction.getByRole("button", { name: text("save") }).click();
  await expect(deduction.getByText(text("limit_below_amount"))).toBeVisible();
  await deduction.getByRole("textbox", { name: text("single_amount", { currency: "USD" }) }).fill("9.80");
  await deduction.getByRole("textbox", { name: text("monthly_limit", { currency: "USD" }) }).fill("50");
  await deduction.getByRole("button", { name: text("save") }).click();
  await expect(
    member.getByText(text("deduction_terms", { amount: "$9.80", credits: "1,000", limit: "$50.00" })),
  ).toBeVisible();

  // The link is closed until it is opened; a reset makes another one.
  await visit(member, `${server.url}/team/members`);
  await member.getByRole("button", { name: text("invite") }).click();
  const inviting = member.getByRole("dialog", { name: text("invite_title", { team: "The Lamps" }) });
  const link = inviting.getByRole("textbox", { name: text("link") });
  await expect(link).toHaveValue(text("link_closed"));
  await inviting.getByRole("switch", { name: text("link_open") }).click();
  await expect(link).toHaveValue(/\/team\/invitation\?c=/);
  const old = await link.inputValue();
  await inviting.getByRole("button", { name: text("reset") }).click();
  await expect(link).not.toHaveValue(old);
  const address = await link.inputValue();
  await member.keyboard.press("Escape");

  // Who joins waits, and an admin says yes.
  const other = await signUpMember(operator, ben, await anotherBrowser());
  const path = (url: string) => `${server.url}/team/invitation?c=${new URL(url).searchParams.get("c")}`;
  await other.goto(path(old));
  await expect(other.getByText(text("invitation_invalid"))).toBeVisible();
  await other.goto(path(address));
  await other.getByRole("button", { name: text("ask_to_join") }).click();
  await expect(other.getByText(text("invited.waiting", { team: "The Lamps" }))).toBeVisible();
  await member.getByRole("button", { name: text("approve_name", { name: ben.name }) }).click();
  await expect(member.getByText(text("seats_used", { used: 2, seats: 3 }))).toBeVisible();
  await other.goto(path(address));
  await other.getByRole("button", { name: text("switch_to", { team: "The Lamps" }) }).click();
  await expect(other.getByRole("navigation", { name: text("views") })).toBeVisible();

  // A member cannot renew, and is told what to do.
  await visit(other, `${server.url}/team/billing`);
  await expect(other.getByText(text("ask_admin"))).toBeVisible();
  await expect(other.getByRole("link", { name: text("change_seats") })).toBeHidden();

  // How much a member may use.
  await visit(member, `${server.url}/team/usage`);
  await member.getByRole("button", { name: text("limits_of", { name: ben.name }) }).click();
  const limits = member.getByRole("dialog", { name: text("limits_of", { name: ben.name }) });
  await limits.getByRole("textbox", { name: caps("meter.advanced_credit") }).fill("200");
  await limits.getByRole("button", { name: common("save") }).click();
  await expect(member.getByText(text("of_cap", { used: 0, cap: 200 }))).toBeVisible();

  // Taken out, they are signed out where they worked in the team, and told why.
  await visit(member, `${server.url}/team/members`);
  await member.getByRole("button", { name: text("actions_for", { name: ben.name }) }).click();
  await member.getByRole("menuitem", { name: text("remove") }).click();
  await member
    .getByRole("alertdialog")
    .getByRole("button", { name: text("remove") })
    .click();
  await expect(member.getByText(text("seats_used", { used: 1, seats: 3 }))).toBeVisible();
  await expect(other.getByText(frame("ended.member_removed"))).toBeVisible();
});

// spec §4: "Workspace switching: switching, then complete."
test("chats are in the workspace they were made in, in all windows; a team is disbanded and kept", async ({
  operator,
  member,
  server,
}) => {
  await visit(member, `${server.url}/home/chat`);
  const conversation = crypto.randomUUID();
  await call(member, "POST", `/api/chat/conversations/${conversation}/messages`, {
    id: crypto.randomUUID(),
    parent_id: null,
    text: "Mine alone",
    model: "builtin/assistant",
  });
  await visit(member, `${server.url}/home`);
  const chats = (page: Page) => new Chat(page).list.getByText("Mine alone");
  await expect(chats(member).first()).toBeVisible();
  await paidTeam(operator, member, server.url, "2");

  await visit(member, `${server.url}/home`);
  await expect(new Chat(member).list).toBeVisible();
  await expect(chats(member)).toHaveCount(0);
  // Another window of this browser follows.
  const window = await member.context().newPage();
  await visit(window, `${server.url}/home`);
  await expect(new Chat(window).list).toBeVisible();
  await expect(chats(window)).toHaveCount(0);
  await member.getByRole("button", { name: frame("account_menu", { name: "Mina Member" }) }).click();
  await member.getByRole("menuitemradio", { name: text("own_workspace") }).click();
  await expect(chats(window).first()).toBeVisible();
  await window.close();

  // The picture, the name, and the end.
  await visit(member, `${server.url}/team`);
  await member.getByRole("button", { name: text("switch_to", { team: "The Lamps" }) }).click();
  await expect(member.getByRole("navigation", { name: text("views") })).toBeVisible();
  await visit(member, `${server.url}/team/settings`);
  const picture = member.getByTestId("team-picture");
  await picture.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
  await expect(member.getByText(problem("teams.avatar_type"))).toBeVisible();
  await picture.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await expect(member.getByRole("button", { name: text("remove_picture") })).toBeVisible();
  await member.getByRole("button", { name: text("disband_team") }).click();
  await member
    .getByRole("alertdialog")
    .getByRole("button", { name: text("disband_team") })
    .click();
  await expect(member.getByText(text("state.disbanding"))).toBeVisible();
  await member.getByRole("button", { name: text("keep_team") }).click();
  await expect(member.getByText(text("state.disbanding"))).toBeHidden();
  await member.getByRole("button", { name: text("switch_to", { team: "The Lamps" }) }).click();
  await expect(member.getByRole("navigation", { name: text("views") })).toBeVisible();
});

// spec §2: "Team dialogs (create team, buy seat, invite link, auto deduction, locked)"
// spec §4: "Invite link: open, closed, reset (old link invalid), with expiry date."
// spec §8: "Device auto-logged-out dialog (device limit, session expiry, team disbanded, member removed)."
test("a team changes seats, name, link and limits; when it is disbanded its members are told", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  await test.step("a team has more seats and then fewer, each shown before, another name, a link for a day, and limits", async () => {
    await makeTeam(operator, member, "The Lamps", 2);
    const setSeats = async (seats: string, shown: string) => {
      await visit(member, `${server.url}/team/billing`);
      await member.getByRole("link", { name: text("change_seats") }).click();
      const buying = member.getByRole("dialog", { name: text("change_seats") });
      await buying.getByRole("textbox", { name: text("number_of_seats") }).fill(seats);
      await expect(buying.getByText(shown)).toBeVisible();
      await buying.getByRole("button", { name: text("to_checkout") }).click();
    };
    // More count at once, for what is left of the month; fewer from the next one on.
    await setSeats("3", text("to_pay_now", { price: "$74.70", cycle: text("per.monthly") }));
    const due = (await member.getByTestId("due-now").textContent()) ?? "";
    await member.getByRole("button", { name: billing("confirm_order", { amount: due }) }).click();
    await expect(member.getByText(billing("waits_for_payment"))).toBeVisible();
    await receive(operator, server.url, mina.email);
    await setSeats("1", text("from_next_period", { price: "$24.90", cycle: text("per.monthly") }));
    await member.getByRole("button", { name: billing("confirm_downgrade") }).click();
    await expect(member).toHaveURL(/\/subscription$/);
    await visit(member, `${server.url}/team/billing`);
    await expect(member.getByText(text("seats_used", { used: 1, seats: 3 }))).toBeVisible();
    await expect(member.getByText(text("then_seats_one", { count: 1 }))).toBeVisible();

    await visit(member, `${server.url}/team/settings`);
    await member.getByRole("textbox", { name: text("team_name") }).fill("The Beacons");
    await member.getByRole("button", { name: text("save"), exact: true }).click();
    await expect(member.getByText("The Beacons").first()).toBeVisible();

    await visit(member, `${server.url}/team/members`);
    await member.getByRole("button", { name: text("invite"), exact: true }).click();
    const inviting = member.getByRole("dialog", { name: text("invite_title", { team: "The Beacons" }) });
    const [until = ""] = text("valid_until", { date: "\u0000" }).split("\u0000");
    const end = inviting.getByText(until);
    const before = (await end.textContent()) ?? "";
    await inviting.getByRole("combobox", { name: text("valid_for") }).click();
    await member.getByRole("option", { name: text("days_one", { count: 1 }) }).click();
    await expect(end).not.toHaveText(before);
    await member.keyboard.press("Escape");

    await visit(member, `${server.url}/team/usage`);
    const whole = text("limits_of", { name: text("whole_team") });
    await member.getByRole("button", { name: whole }).click();
    const limits = member.getByRole("dialog", { name: whole });
    await limits.getByRole("textbox", { name: caps("meter.advanced_query") }).fill("many");
    await limits.getByRole("button", { name: common("save") }).click();
    await expect(limits.getByText(caps("wrong", { max: "2,147,483,647" }))).toBeVisible();
    await limits.getByRole("textbox", { name: caps("meter.advanced_query") }).fill("300");
    await limits.getByRole("button", { name: common("save") }).click();
    await expect(member.getByText(text("of_cap", { used: 0, cap: 300 }))).toBeVisible();
  });

  await test.step("who works in a team that is disbanded is signed out and told why", async () => {
    const team = await makeTeam(operator, member, "The Lamps", 2);
    const other = await askToJoin(operator, ben, team, await anotherBrowser());
    await takeIn(member, other, ben, team);
    await visit(other, `${server.url}/team/members`);
    await expect(other.getByText(text("seats_used", { used: 2, seats: 2 }))).toBeVisible();
    await call(member, "POST", `/api/teams/${team.id}/disband`, {});
    await expect(other.getByText(frame("ended.team_disbanded"))).toBeVisible();
  });
});

// spec §6: "Team members have pages for members, usage, billing and settings but cannot renew; they are told to switch workspace or contact the admin."
test("somebody is declined, another made admin and not; at the limit and in a locked team a member is told whom to ask", async ({
  operator,
  member,
  server,
  provider,
  anotherBrowser,
}) => {
  await connect(operator, "Fake", provider.url);
  const team = await makeTeam(operator, member, "The Lamps", 3);
  const other = await askToJoin(operator, ben, team, await anotherBrowser());
  const third = await askToJoin(operator, carla, team, await anotherBrowser());
  await visit(member, `${server.url}/team/members`);
  await member.getByRole("button", { name: text("decline_name", { name: carla.name }) }).click();
  await expect(member.getByText(carla.email)).toBeHidden();
  await visit(third, `${server.url}/team/invitation?c=${team.code}`);
  await third.getByRole("button", { name: text("ask_to_join") }).click();
  await takeIn(member, third, carla, team);
  const id = await takeIn(member, other, ben, team);
  await member.reload();
  const actions = member.getByRole("button", { name: text("actions_for", { name: ben.name }) });
  for (const role of ["admin", "member"]) {
    await actions.click();
    await member.getByRole("menuitem", { name: text(`make.${role}`) }).click();
    await expect(member.getByText(text("role.admin"), { exact: true })).toHaveCount(role === "admin" ? 3 : 2);
  }

  // Who leaves goes on alone.
  await visit(third, `${server.url}/team/settings`);
  await third.getByRole("button", { name: text("leave_team") }).click();
  await third
    .getByRole("alertdialog")
    .getByRole("button", { name: text("leave_team") })
    .click();
  await expect(third).toHaveURL(/\/team$/);
  await expect(third.getByText(text("no_teams"))).toBeVisible();

  // As much as the admin allows, and no more.
  await call(member, "PUT", `/api/teams/${team.id}/members/${id}/cap`, {
    meter: "standard_query",
    amount: 1,
  });
  const chat = new Chat(other);
  await visit(other, `${server.url}/home/chat`);
  await chat.chooseModel(models.writer);
  await chat.ask("When do we meet?");
  await expect(chat.answer).toContainText("Friday");
  await chat.expectDone();
  await chat.ask("And where?");
  await expect(other.getByText(problem("ledger.cap_reached"))).toBeVisible();
  await expect(other.getByText(chatText("ask_team_admin"))).toBeVisible();

  // Nobody pays for it any more: a member cannot mend that, and goes on alone.
  const orders = await call<{ items: { id: string }[] }>(member, "GET", "/api/billing/orders");
  await call(operator, "POST", `/api/billing/all-orders/${orders.items[0]?.id}/refund`, {});
  await visit(other, `${server.url}/team/members`);
  await expect(other.getByText(text("locked_title"))).toBeVisible();
  const [ask = ""] = text("locked_for_members", { date: "\u0000" }).split("\u0000");
  await expect(other.getByText(ask)).toBeVisible();
  await expect(other.getByRole("link", { name: text("resubscribe") })).toBeHidden();
  await other.getByRole("button", { name: text("to_own_workspace") }).click();
  await expect(other).not.toHaveURL(/\/team/);
  await visit(other, `${server.url}/team`);
  await expect(other.getByRole("button", { name: text("switch_to", { team: "The Lamps" }) })).toBeVisible();
});
