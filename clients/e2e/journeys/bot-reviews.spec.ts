import { call } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("bots");

test.use({ settings: { ENSEMBLE__BOTS__REVIEW_PUBLIC: "true" } });

// issue 6: "reviews and reports"; decision 0899
test("a public bot is looked at before others see it, and each change of it", async ({
  connected: operator,
  server,
  member: author,
}) => {
  test.setTimeout(90_000);
  await author.goto(`${server.url}/bots/create`);
  await author.getByLabel(text("name"), { exact: true }).fill("Harbour pilot");
  await author.getByLabel(text("prompt"), { exact: true }).fill("Answer as a harbour pilot.");
  await author.getByRole("combobox", { name: text("accessibility"), exact: true }).click();
  await author.getByRole("option", { name: text("access_public") }).click();
  await expect(author.getByText(text("review_hint"))).toBeVisible();
  await author.getByRole("button", { name: text("publish"), exact: true }).click();
  const sent = author.getByRole("dialog", { name: text("review_sent_title", { name: "Harbour pilot" }) });
  await expect(sent).toBeVisible();
  const { items } = await call<{ items: { id: string }[] }>(author, "GET", "/api/bots");
  const bot = `${server.url}/bots/${items[0]?.id}`;

  // Others do not see it, and the operator says why it stays so.
  await operator.goto(bot);
  await expect(operator.getByRole("dialog").getByText("You don't have access to this bot.")).toBeVisible();
  await operator.goto(`${server.url}/settings/reviews`);
  await expect(operator.getByText("Answer as a harbour pilot.")).toBeVisible();
  await operator.getByRole("button", { name: text("refuse") }).click();
  await operator.getByLabel(text("review_reason")).fill("Say which harbour.");
  await operator.getByRole("button", { name: text("send_refusal") }).click();
  await expect(operator.getByText(text("no_reviews"))).toBeVisible();

  // Its author reads why, changes it and sends it again by saving it.
  await author.goto(`${bot}/edit`);
  await expect(author.getByText("Say which harbour.")).toBeVisible();
  await author.getByLabel(text("prompt"), { exact: true }).fill("Answer as a pilot of Faro.");
  await author.getByRole("button", { name: text("save"), exact: true }).click();
  const details = author.getByRole("dialog", { name: "Harbour pilot" });
  await expect(details.getByText(text("review_others_nothing"))).toBeVisible();

  // What is withdrawn since the operator looked is not approved.
  await operator.reload();
  await expect(operator.getByText("Answer as a pilot of Faro.")).toBeVisible();
  await details.getByRole("button", { name: text("withdraw") }).click();
  await expect(details.getByRole("button", { name: text("send_again") })).toBeVisible();
  await operator.getByRole("button", { name: text("approve"), exact: true }).click();
  await expect(operator.getByText("This bot isn't waiting for review")).toBeVisible();
  await operator.getByRole("button", { name: text("review_reload") }).click();
  await expect(operator.getByText(text("no_reviews"))).toBeVisible();

  await details.getByRole("button", { name: text("send_again") }).click();
  await expect(details.getByRole("button", { name: text("withdraw") })).toBeVisible();
  await operator.reload();
  await operator.getByRole("button", { name: text("approve"), exact: true }).click();
  await expect(operator.getByText(text("no_reviews"))).toBeVisible();
  await expect(details.getByText(text("status_published"))).toBeVisible();
  expect(await server.command("outbox")).toContain("was approved");

  // A change waits, too; others go on reading what was approved.
  await author.goto(`${bot}/edit`);
  await author.getByLabel(text("prompt"), { exact: true }).fill("Answer as a pilot of Porto.");
  await author.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(details.getByText(text("review_others_before"))).toBeVisible();
  await operator.goto(bot);
  await expect(operator.getByRole("dialog").getByText("Answer as a pilot of Faro.")).toBeVisible();
  await operator.goto(`${server.url}/settings/reviews`);
  await expect(operator.locator("ins")).toContainText("Porto");
});
