import { chooseDefaultModel } from "../harness/people.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const text = textsOf("schedules");

test("a schedule is made from words, runs by hand, pauses, and comes back after it was deleted", async ({
  connected: page,
}) => {
  const origin = new URL(page.url()).origin;
  const button = (key: string) => page.getByRole("button", { name: text(key), exact: true });
  await visit(page, `${origin}/home/schedules`);
  await chooseDefaultModel(page, models.echo);
  await expect(page.getByText(text("empty"), { exact: true })).toBeVisible();

  // issue 28: "Say it in words or pick"
  await button("new").first().click();
  const dialog = page.getByRole("dialog", { name: text("new"), exact: true });
  await dialog
    .getByRole("textbox", { name: text("prompt"), exact: true })
    .fill("Name a tide every weekday at 8");
  await dialog.getByRole("button", { name: /8:00/ }).click();
  await expect(dialog.getByRole("textbox", { name: text("prompt"), exact: true })).toHaveValue("Name a tide");
  await expect(dialog.getByRole("combobox", { name: text("repeat"), exact: true })).toContainText(
    text("repeats.weekdays"),
  );
  // issue 28: "next five dates shown"
  await expect(dialog.locator("time")).toHaveCount(5);
  await dialog.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Name a tide", exact: true }).click();

  // issue 28: "Run now, pause, … history with a chat … for each run"
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Name a tide");
  await button("run_now").click();
  const runs = page.getByRole("region", { name: text("runs"), exact: true });
  await expect(runs.getByText(new RegExp(text("run.succeeded")))).toBeVisible();
  const own = page.url();
  await runs.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/home\/chat\//);
  await expect(page.getByText("Name a tide").first()).toBeVisible();
  await visit(page, own);
  await page.getByRole("button", { name: text("more_for", { name: "Name a tide" }) }).click();
  await page.getByRole("menuitem", { name: text("pause"), exact: true }).click();
  await expect(page.getByText(text("paused_hint.person"), { exact: true })).toBeVisible();
  await button("resume").click();
  await expect(page.getByText(text("paused_hint.person"), { exact: true })).toBeHidden();

  await page.getByRole("button", { name: text("more_for", { name: "Name a tide" }) }).click();
  await page.getByRole("menuitem", { name: text("delete"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/schedules$/);
  await button("undo").click();
  await expect(page.getByRole("link", { name: "Name a tide", exact: true })).toBeVisible();
});
