import type { Page } from "@playwright/test";
import { button, chooseModel, question, setEngine, text } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const region = (page: Page, key: string) => page.getByRole("region", { name: text(key), exact: true });

// issue 5: "Deep research: clarify, plan (editable), parallel reading, evidence table, gaps, report section by section"
test("a question is clarified, planned, read about and reported on, and taken along", async ({
  connected: page,
  web,
}) => {
  const origin = new URL(page.url()).origin;
  await setEngine(page, web);
  await visit(page, `${origin}/home/search`);
  await question(page).fill("How is a lighthouse lit?");
  await page.getByRole("link", { name: text("research.name"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/research\?q=/);
  await expect(page.getByRole("textbox", { name: text("research.question") })).toHaveValue(
    "How is a lighthouse lit?",
  );
  await chooseModel(page, models.researching);
  await button(page, "research.begin").click();

  // What is unclear is asked, and nobody has to answer all of it.
  await expect(page).toHaveURL(/\/home\/research\/[0-9a-f-]{36}$/);
  const first = page.url();
  await page.getByRole("textbox", { name: "Which sea do you mean?" }).fill("The North Sea");
  await button(page, "research.answer").click();

  // The plan waits, and is changed.
  const topics = page.getByRole("textbox", { name: /^Topic \d$/ });
  await expect(topics).toHaveCount(2);
  await topics.nth(1).fill("Where do towers stand?");
  await button(page, "research.add_topic").click();
  await expect(topics).toHaveCount(3);
  await button(page, "research.remove_topic", { number: "3" }).click();
  await button(page, "research.agree").click();

  const report = region(page, "research.report");
  await expect(report.getByRole("heading", { name: text("research.summary") })).toBeVisible();
  await expect(report.getByRole("heading", { name: "Where do towers stand?" })).toBeVisible();
  await expect(page.getByText(text("research.states.completed"), { exact: true })).toBeVisible();
  await expect(region(page, "research.gaps")).toContainText("Nobody says how high tides get");

  // The evidence says who says what, and what is made up is marked.
  const evidence = region(page, "research.evidence");
  await evidence.locator("summary").click();
  const rows = evidence.getByRole("row");
  await expect(rows.filter({ hasText: "It is said: Boats sail at night." }).first()).toContainText(
    "May 1, 2026",
  );
  await expect(rows.filter({ hasText: "It is cheese" }).first()).toContainText(text("not_found"));

  // A number leads to the words in the page as it was read.
  await report.getByRole("article").nth(1).getByRole("link", { name: "[1]" }).first().click();
  await expect(page.getByRole("dialog").locator("mark").first()).toHaveText("Boats sail at night.");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(first);

  // issue 5: "export PDF, DOCX, Markdown"
  for (const [format, ending] of [
    ["markdown", ".md"],
    ["docx", ".docx"],
  ]) {
    const saved = page.waitForEvent("download");
    await button(page, `research.export.${format}`).click();
    expect((await saved).suggestedFilename()).toContain(ending);
  }
  // The browser prints the report, and saves it as PDF: here it is only seen to be asked for.
  await page.context().addInitScript(() => {
    window.print = () => {
      (window.top as unknown as { printed?: string }).printed = document.body.textContent ?? "";
    };
  });
  await button(page, "research.export.pdf").click();
  const printed = () => page.evaluate(() => (window as unknown as { printed?: string }).printed ?? "");
  await expect.poll(printed).toContain("Where do towers stand?");
  expect(await printed(), "what stands nowhere is marked there too").toContain(text("not_found"));

  // Done again, it says what changed.
  await button(page, "research.again").click();
  await expect(page.getByText(text("research.nothing_changed"))).toBeVisible();
  await expect(report.getByRole("heading", { name: text("research.summary") })).toBeVisible();
  await page.getByRole("combobox", { name: text("research.every") }).click();
  await page.getByRole("option", { name: text("research.every_week") }).click();
  await expect(page.getByText(/Next run: /)).toBeVisible();

  // issue 6: "caps per user, team, bot, key and schedule"
  await button(page, "research.limit_set").click();
  const limit = page.getByRole("dialog", { name: text("research.limit_title") });
  await limit.getByRole("textbox", { name: text("research.limit") }).fill("1");
  await limit.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(limit.getByText(/Enter a whole number from \d+ to 100,000\./)).toBeVisible();
  await limit.getByRole("textbox", { name: text("research.limit") }).fill("40");
  await limit.getByRole("button", { name: text("save"), exact: true }).click();
  await expect(button(page, "research.limit_used", { spent: "0", cap: "40" })).toBeVisible();
  await button(page, "research.history").click();
  const history = page.getByRole("dialog", { name: text("research.history") });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(history.getByRole("listitem").first()).toContainText(text("research.unchanged"));
});
