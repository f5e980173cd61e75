import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { signUpMember } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("teams");
const billing = textsOf("billing");
const frame = textsOf("frame");
const problem = textsOf("problems");

const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };

/** A picture that is one. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAGQAAABkCAIAAAD/gAIDAAAAoklEQVR42u3QMQ0AAAgDsHnCE2oRhQU+niZV0FQPR1EgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS5YsWbJkKZAlS5YsWbIUyJIlS5YsWQpkyZIlS5YsBbJkyZIlS5YCWbJkyZIlS4EsWbJkyZKlQJYsWbJkyVIgS9a3BaTIfHuK99EOAAAAAElFTkSuQmCC",
  "base64",
);

/** The operator says that the one open order was paid. */
async function receive(operator: Page, url: string, who: string) {
  await operator.goto(`${url}/settings/orders`);
  await operator.getByRole("button", { name: billing("mark_paid_order", { who }) }).click();
  const question = operator.getByRole("alertdialog");
  await question.getByRole("button", { name: billing("mark_paid") }).click();
  await expect(operator.getByText(billing("no_such_orders"))).toBeVisible();
}

/** Makes a team through the page, as its admin. */
async function createTeam(page: Page, url: string, name: string) {
  await page.goto(`${url}/team`);
  await page.getByRole("button", { name: text("create_team") }).click();
  const dialog = page.getByRole("dialog", { name: text("create_team") });
  await dialog.getByRole("button", { name: text("create") }).click();
  await expect(dialog.getByText(problem("teams.name_empty"))).toBeVisible();
  await dialog.getByRole("textbox", { name: text("team_name") }).fill(name);
  await dialog.getByRole("button", { name: text("create") }).click();
}

/** A team of the member's with so many seats, paid. */
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
  test.setTimeout(180_000);
  await paidTeam(operator, member, server.url, "3");
  await member.goto(`${server.url}/team/billing`);
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
  await member.goto(`${server.url}/team/members`);
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
  await other.goto(`${server.url}/team/billing`);
  await expect(other.getByText(text("ask_admin"))).toBeVisible();
  await expect(other.getByRole("link", { name: text("change_seats") })).toBeHidden();

  // How much a member may use.
  await member.goto(`${server.url}/team/usage`);
  await member.getByRole("button", { name: text("limits_of", { name: ben.name }) }).click();
  const limits = member.getByRole("dialog", { name: text("limits_of", { name: ben.name }) });
  await limits.getByRole("textbox", { name: text("meter.advanced_credit") }).fill("200");
  await limits.getByRole("button", { name: text("save") }).click();
  await expect(member.getByText(text("of_cap", { used: 0, cap: 200 }))).toBeVisible();

  // Taken out, they are signed out where they worked in the team, and told why.
  await member.goto(`${server.url}/team/members`);
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
  test.setTimeout(180_000);
  await member.goto(`${server.url}/home/chat`);
  const conversation = crypto.randomUUID();
  await call(member, "POST", `/api/chat/conversations/${conversation}/messages`, {
    id: crypto.randomUUID(),
    parent_id: null,
    text: "Mine alone",
    model: "builtin/assistant",
  });
  await member.goto(`${server.url}/home`);
  const chats = (page: Page) => new Chat(page).list.getByText("Mine alone");
  await expect(chats(member).first()).toBeVisible();
  await paidTeam(operator, member, server.url, "2");

  await member.goto(`${server.url}/home`);
  await expect(new Chat(member).list).toBeVisible();
  await expect(chats(member)).toHaveCount(0);
  // Another window of this browser follows.
  const window = await member.context().newPage();
  await window.goto(`${server.url}/home`);
  await expect(new Chat(window).list).toBeVisible();
  await expect(chats(window)).toHaveCount(0);
  await member.getByRole("button", { name: frame("account_menu", { name: "Mina Member" }) }).click();
  await member.getByRole("menuitemradio", { name: text("own_workspace") }).click();
  await expect(chats(window).first()).toBeVisible();
  await window.close();

  // The picture, the name, and the end.
  await member.goto(`${server.url}/team`);
  await member.getByRole("button", { name: text("switch_to", { team: "The Lamps" }) }).click();
  await expect(member.getByRole("navigation", { name: text("views") })).toBeVisible();
  await member.goto(`${server.url}/team/settings`);
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

// spec §4: "Team: active; expired and locked during a grace period (data kept), then disbanded with data deleted; resubscribed."
test("a team that nobody pays for is locked, says so to each, and goes on when it is paid again", async ({
  operator,
  member,
  server,
}) => {
  test.setTimeout(180_000);
  await paidTeam(operator, member, server.url, "2");
  const orders = await call<{ items: { id: string }[] }>(member, "GET", "/api/billing/orders");
  await call(operator, "POST", `/api/billing/all-orders/${orders.items[0]?.id}/refund`, {});

  await member.goto(`${server.url}/team/members`);
  await expect(member.getByText(text("locked_title"))).toBeVisible();
  await member.getByRole("link", { name: text("resubscribe") }).click();
  const buying = member.getByRole("dialog", { name: text("buy_seats") });
  await buying.getByRole("textbox", { name: text("number_of_seats") }).fill("1");
  await expect(buying.getByText("$", { exact: false }).first()).toBeVisible();
  await buying.getByRole("button", { name: text("to_checkout") }).click();
  const due = (await member.getByTestId("due-now").textContent()) ?? "";
  await member.getByRole("button", { name: billing("confirm_order", { amount: due }) }).click();
  await receive(operator, server.url, "mina@example.com");
  await member.goto(`${server.url}/team/members`);
  await expect(member.getByText(text("seats_used", { used: 1, seats: 1 }))).toBeVisible();
  await expect(member.getByText(text("locked_title"))).toBeHidden();
});

test.describe("where nothing is charged", () => {
  test.use({ settings: { ENSEMBLE__PAYMENTS__ENABLED: "false" } });

  test("a team has as many seats as it likes and no price is shown", async ({ member, server }) => {
    await createTeam(member, server.url, "The Lamps");
    await expect(member.getByText(text("member_count_one", { count: 1 }))).toBeVisible();
    await member.goto(`${server.url}/team/billing`);
    await expect(member.getByText(text("nothing_charged_hint"))).toBeVisible();
  });
});
