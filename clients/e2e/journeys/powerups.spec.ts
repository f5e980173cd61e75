import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../harness/barriers.ts";
import { chooseDefaultModel } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("powerups");
const common = textsOf("common");

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const main = (page: Page) => page.getByRole("form").or(page.locator("#powerup-form"));

// spec §2: "PowerUP center (my creations, favorites, details, create and edit form with preview)"
// spec §2: "/powerup and /powerup/ai-web-tool/share"
// spec §4: "Shareable only after review passes."
test("a PowerUP is written, tried, reviewed, shared, favorited and forked", async ({
  connected: page,
  member,
  anotherBrowser,
  server,
}) => {
  // Written by a member, and tried before it is saved.
  await member.goto(`${server.url}/powerup-ai`);
  for (const one of [page, member]) await chooseDefaultModel(one, models.echo);
  await member
    .getByRole("link", { name: text("new") })
    .first()
    .click();
  await main(member).getByLabel(common("name"), { exact: true }).fill("Tide table");
  await main(member).getByLabel(text("prompt"), { exact: true }).fill("Repeat in a {{tone}} tone.");
  await button(member, text("add_parameter")).click();
  await member.getByLabel(text("field_name"), { exact: true }).fill("tone");
  await member.getByLabel(text("display_name"), { exact: true }).fill("Tone");
  const preview = member.getByRole("complementary", { name: text("preview") });
  await preview.getByRole("textbox", { name: text("pasted"), exact: true }).fill("High water at noon");
  await preview.getByLabel(text("optional", { label: "Tone" })).fill("dry");
  await preview.getByRole("button", { name: text("run"), exact: true }).click();
  await expect(preview.getByRole("region", { name: text("result") })).toContainText("High water at noon");
  await button(member, common("save")).click();
  await expect(member).toHaveURL(/\/powerup-ai\/[0-9a-f-]{36}$/);
  const path = new URL(member.url()).pathname;
  await expectNoBarriers(member, "a PowerUP");

  // Nobody has it before it was reviewed.
  await button(member, text("share")).click();
  await member.getByRole("radio", { name: text("share.public"), exact: true }).check();
  await member
    .getByRole("dialog")
    .getByRole("button", { name: common("save") })
    .click();
  await expect(member.getByText(text("told.auditing"))).toBeVisible();
  const visitor = await (await anotherBrowser()).newPage();
  const share = `${server.url}/powerup/ai-web-tool/share?id=${path.split("/").at(-1)}`;

  // The operator sees what it reads, tries it and approves it.
  await page.goto(`${server.url}/settings/powerup-reviews`);
  await expect(page.getByRole("list", { name: text("permissions") })).toContainText(text("reads_all"));
  await page.getByText(text("test_run"), { exact: true }).click();
  await page.getByRole("textbox", { name: text("pasted"), exact: true }).fill("Low water at six");
  await button(page, text("run")).click();
  await expect(page.getByRole("region", { name: text("result") })).toContainText("Low water at six");
  await button(page, common("approve")).click();
  await expect(page.getByText(text("no_reviews"))).toBeVisible();

  await visitor.goto(share);
  await expect(visitor.getByRole("heading", { name: "Tide table" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: text("sign_in_to_use") })).toBeVisible();
  await expectNoBarriers(visitor, "a shared PowerUP");

  // Favorited by another, it is fixed; the other one forks it.
  await page.goto(`${server.url}/powerup-ai`);
  await page.getByRole("link", { name: "Tide table" }).click();
  await button(page, text("favorite")).click();
  await expect(button(page, text("favorite"))).toHaveAttribute("aria-pressed", "true");
  await member.goto(server.url + path);
  await expect(member.getByText(text("told.favorited"))).toBeVisible();
  await expect(member.getByRole("link", { name: common("edit"), exact: true })).toHaveCount(0);
  await button(page, text("duplicate")).click();
  await main(page).getByLabel(text("prompt"), { exact: true }).fill("Repeat twice in a {{tone}} tone.");
  await button(page, common("save")).click();
  await page.getByText(text("changes"), { exact: true }).click();
  await expect(page.locator("ins", { hasText: "twice" })).toBeVisible();
});

// A page that is read by the server runs through the same guarded door as all pages (spec §5: "Invalid URL").
test("what is no page is refused at its field", async ({ connected: page, server }) => {
  await page.goto(`${server.url}/powerup-ai/create`);
  await main(page).getByLabel(common("name"), { exact: true }).fill("Tide table");
  await main(page).getByLabel(text("prompt"), { exact: true }).fill("Repeat.");
  const preview = page.getByRole("complementary", { name: text("preview") });
  await preview.getByRole("radio", { name: text("on_url") }).check();
  await preview.getByRole("textbox", { name: text("url") }).fill("no page");
  await preview.getByRole("button", { name: text("run"), exact: true }).click();
  await expect(preview.getByText(textsOf("problems")("powerups.invalid_url"))).toBeVisible();
});
