import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { connect } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("humanizer");
const chatText = textsOf("chat");
const start = textsOf("start");
const search = textsOf("search");
const problem = textsOf("problems");

/** Text of twelve words; the model that rewrites it loses the day. */
const LETTER = "We are writing to inform you that lunch is on 14 May.";
const CREDITS = 2;
const GIVEN = 500;

const button = (page: Page, key: string) => page.getByRole("button", { name: text(key), exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: text("your_text"), exact: true });
const result = (page: Page) => page.getByRole("region", { name: text("new_text"), exact: true });
const cost = chatText("cost_advanced_credit_other", { count: CREDITS });
const words = text("words_other", { number: 12 });

// spec §2: "/bypass-ai (humanizer, detectors, checkers)"
// spec §9: "humanize 1 advanced credit per 10 words in one place and per 5 words in another"
test("a text is rewritten for a price that was said before, its changes and lost facts are shown, and it is kept", async ({
  connected: operator,
  member: page,
  server,
}) => {
  await visit(page, `${server.url}/home/chat`);
  await page.getByRole("link", { name: start("humanizer"), exact: true }).click();
  await expect(page).toHaveURL(/\/bypass-ai$/);
  await expect(page.getByText(text("about"), { exact: true })).toBeVisible();
  await chooseModel(page, models.rewriting);

  // Nothing is taken without credits, and nothing typed is lost.
  await field(page).fill(LETTER);
  await expect(page.getByText(`${words} · ${cost}`)).toBeVisible();
  await button(page, "rewrite").click();
  await expect(page.getByText(problem("ledger.insufficient_credits"))).toBeVisible();
  await expect(page.getByRole("link", { name: chatText("get_credits"), exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue(LETTER);
  await giveCredits(operator, page);
  await page.reload();
  await expect(field(page)).toHaveValue(LETTER);
  await expect(page.getByText(chatText("left", { number: GIVEN }))).toBeVisible();

  await chooseModel(page, models.rewriting);
  await page.getByRole("radio", { name: text("tones.plain"), exact: true }).check();
  await field(page).press("Control+Enter");
  await expect(page).toHaveURL(/\/bypass-ai\/[0-9a-f-]{36}$/);
  const own = page.url();
  await expect(result(page)).toBeFocused();
  await expect(result(page)).toContainText("Lunch is in May.");
  await expect(result(page).getByText(text("states.completed"), { exact: true })).toBeVisible();
  await expect(result(page)).toContainText(cost);
  await expect(page.getByText(chatText("left", { number: GIVEN - CREDITS }))).toBeVisible();

  // peers.md 22: "humanizer shows a diff and keeps facts/citations fixed"
  await expect(result(page).getByRole("list", { name: text("missing") })).toContainText("14");
  await page.getByRole("radio", { name: text("views.changes"), exact: true }).check();
  await expect(result(page).locator("del").first()).toContainText("We are writing to inform you that lunch");
  await expect(result(page).locator("ins").first()).toContainText("Lunch");
  await expectNoBarriers(page, "a rewritten text with its changes");

  // All of it is kept.
  await page.reload();
  await expect(result(page)).toContainText("Lunch is in May.");
  await expect(result(page)).toContainText(cost);
  await expect(field(page)).toHaveValue(LETTER);

  // It is in the history, goes, comes back, and goes for good.
  const history = page.getByRole("dialog", { name: text("history") });
  const erase = history.getByRole("button", { name: search("delete_title", { title: LETTER }), exact: true });
  await button(page, "history").click();
  await erase.click();
  await expect(history.getByText(text("nothing_yet"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: search("undo"), exact: true }).click();
  await expect(history.getByRole("link", { name: LETTER })).toHaveAttribute("href", new URL(own).pathname);
  await erase.click();
  await expect(erase).toBeHidden();
  await visit(page, `${server.url}/bypass-ai`);
  await button(page, "history").click();
  await expect(history.getByText(text("nothing_yet"), { exact: true })).toBeVisible();
});

test.describe("where nothing is sold", () => {
  test.use({ settings: { ENSEMBLE__PAYMENTS__ENABLED: "false" } });

  test("nothing begins without a model; with one, a rewriting goes on through a reload and keeps what is stopped", async ({
    operator: page,
    provider,
    server,
  }) => {
    await test.step("without a model nothing is begun, and where one is connected is said", async () => {
      await visit(page, `${server.url}/bypass-ai`);
      await field(page).fill(LETTER);
      await expect(page.getByText(text("no_model"))).toBeVisible();
      await expect(button(page, "rewrite")).toBeDisabled();
      await expectNoBarriers(page, "the humanizer without a model");
      await page.getByRole("link", { name: text("connect"), exact: true }).click();
      await expect(page).toHaveURL(/\/settings\/models$/);
    });

    await test.step("what is being rewritten goes on through a reload, and half of it stays when it is stopped", async () => {
      await connect(page, "Fake", provider.url);
      await visit(page, `${server.url}/bypass-ai`);
      await chooseModel(page, models.slow);
      await field(page).fill(LETTER);
      // No price is named.
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      await button(page, "rewrite").click();
      await expect(result(page)).toContainText("the quick brown fox");
      await page.reload();
      await expect(result(page)).toContainText("the quick brown fox");
      await expect(field(page)).toHaveValue(LETTER);
      await button(page, "stop").click();
      await expect(result(page).getByText(text("states.stopped"), { exact: true })).toBeVisible();
      await page.reload();
      await expect(result(page)).toContainText("the quick brown fox");

      // The same once more, by another model.
      const stopped = page.url();
      await chooseModel(page, models.rewriting);
      await button(page, "again").click();
      await expect(result(page)).toContainText("Lunch is in May.");
      expect(page.url()).not.toBe(stopped);

      // Another one begins empty.
      await page.getByRole("link", { name: text("another"), exact: true }).click();
      await expect(field(page)).toHaveValue("");
    });
  });
});

async function chooseModel(page: Page, model: string): Promise<void> {
  const picker = page.getByRole("combobox", { name: new RegExp(`^${text("model")}: `) });
  await picker.click();
  await page.getByPlaceholder(chatText("search_models")).fill(model);
  await page.getByRole("option", { name: model }).first().click();
  await expect(picker).toContainText(model);
}

async function giveCredits(operator: Page, person: Page): Promise<void> {
  const { me } = await call<{ me: { workspace_id: string } }>(person, "GET", "/api/accounts/session");
  await call(operator, "POST", "/api/admin/grants", {
    id: uuidV7(),
    workspace_id: me.workspace_id,
    meter: "advanced_credit",
    amount: GIVEN,
    ends_at: null,
    reason: "To try it",
  });
}
