import type { Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { takeShifts, watchShifts } from "../harness/layout-shifts.ts";
import { keep, text as memoText } from "../harness/memos.ts";
import { button, chooseModel, question, text as searchText, setEngine, submit } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { test } from "../harness/web-test.ts";

const readingText = textsOf("reading");
const humanizerText = textsOf("humanizer");

/** Highest score at which a page counts as still (web.dev: 0.1 is good; ours is half of it). */
const STILL = 0.05;

const RICH = [
  "Here is all that an answer is made of.",
  "```ts\nconst tide = (hour: number) => Math.sin(hour / 12.4);\nconsole.log(tide(6));\n```",
  "| Port | High | Low |\n| --- | --- | --- |\n| Quay | 4.1 | 0.3 |\n| Mole | 3.9 | 0.2 |",
  "```mermaid\ngraph TD\n  A[Moon] --> B[Sea]\n  B --> C[Quay]\n```",
  "The formula is $a^2 + b^2 = c^2$, and displayed:\n\n$$\n\\int_0^1 x^2 dx = \\frac{1}{3}\n$$",
  "![A boat](https://pictures.example/boat.png)",
  "1. one\n2. two\n   - within\n\n> A quote of **some** length that goes on for a while.",
  "And a last paragraph, which stands below all of it and would be the first to move.",
].join("\n\n");

async function expectStill(page: Page, what: string): Promise<void> {
  const { score, moved } = await takeShifts(page);
  test.info().annotations.push({ type: "layout shift", description: `${what}: ${score.toFixed(4)}` });
  expect.soft(score, `${what}: ${moved.join("\n")}`).toBeLessThan(STILL);
}

// screens.md, 15: "Research jumps, four side-by-side answers, streamed diagrams. Reserve the room."
test("nothing jumps while answers come, nor while pages load", async ({ connected: page, web }) => {
  await watchShifts(page);
  const origin = new URL(page.url()).origin;
  // As by an address: a page that a link leads to may look as different as it likes.
  const go = (path: string) => page.goto(origin + path);
  const chat = new Chat(page);

  await test.step("an answer with code, tables, diagrams, formulas and images", async () => {
    await go("/home/chat");
    await chat.chooseModel(models.echoSlowly);
    // The field grows with what is pasted.
    await chat.field.fill(RICH);
    await takeShifts(page);
    await chat.field.press("Enter");
    await expect(chat.answer).toContainText("would be the first to move", { timeout: 60_000 });
    await chat.expectDone();
    await expect(chat.answer.getByRole("img").first()).toBeVisible();
    await expectStill(page, "chat");
    await page.reload();
    await expect(chat.answer).toContainText("would be the first to move");
    await expect(chat.answer.getByRole("img").first()).toBeVisible();
    await expectStill(page, "chat, loaded");
  });

  await test.step("four answers side by side", async () => {
    await go("/home/chat");
    await chat.chooseSeveral([models.echoSlowly, models.markdown, models.brief, models.thoughtful]);
    // The field grows with what is pasted.
    await chat.field.fill(RICH);
    await takeShifts(page);
    await chat.field.press("Enter");
    await expect(chat.answers.first()).toContainText("would be the first to move", { timeout: 60_000 });
    await chat.expectDone();
    await expectStill(page, "four answers");
  });

  await setEngine(page, web);
  await test.step("search", async () => {
    await go("/home/search");
    await expectStill(page, "search form");
    await chooseModel(page, models.citing);
    await question(page).fill("What does the lamp burn?");
    await takeShifts(page);
    await submit(page);
    await expect(page.getByRole("region", { name: searchText("answer"), exact: true })).toContainText(
      "lamp burns oil",
    );
    await expectStill(page, "search");
  });

  await test.step("research", async () => {
    await go("/home/research");
    await expectStill(page, "research form");
    await chooseModel(page, models.researching);
    await page
      .getByRole("textbox", { name: searchText("research.question") })
      .fill("How is a lighthouse lit?");
    await takeShifts(page);
    await button(page, "research.begin").click();
    await page.getByRole("textbox", { name: "Which sea do you mean?" }).fill("The North Sea");
    await button(page, "research.answer").click();
    await expect(page.getByRole("textbox", { name: /^Topic \d$/ })).toHaveCount(2);
    await button(page, "research.agree").click();
    await expect(page.getByText(searchText("research.states.completed"), { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    await expectStill(page, "research");
    await page.reload();
    await expect(page.getByText(searchText("research.states.completed"), { exact: true })).toBeVisible();
    await expectStill(page, "research, loaded");
  });

  await test.step("reading", async () => {
    await go("/home/read");
    await expectStill(page, "reading form");
    await chooseModel(page, models.citing);
    await page
      .getByRole("textbox", { name: readingText("address"), exact: true })
      .fill(`${web.url}/pages/lamp`);
    await takeShifts(page);
    await page.getByRole("textbox", { name: readingText("address"), exact: true }).press("Enter");
    await expect(page.getByRole("region", { name: readingText("summary"), exact: true })).toContainText(
      "lamp burns oil",
    );
    await expect(page.getByRole("region", { name: readingText("text"), exact: true })).toBeVisible();
    await expectStill(page, "reading");
    await page.reload();
    await expect(page.getByRole("region", { name: readingText("summary"), exact: true })).toContainText(
      "lamp burns oil",
    );
    await expectStill(page, "reading, loaded");
  });

  await test.step("writing", async () => {
    await go("/bypass-ai");
    await expect(page.getByRole("textbox", { name: humanizerText("your_text"), exact: true })).toBeVisible();
    await expectStill(page, "writing form");
  });

  await test.step("memos", async () => {
    const id = await keep(page, { title: "Tides", body: RICH });
    await go("/home/memo");
    await expect(page.getByRole("list", { name: memoText("memos"), exact: true })).toBeVisible();
    await expectStill(page, "memos");
    await go(`/home/memo/${id}`);
    await expect(page.locator(".block-text")).toContainText("would be the first to move");
    await expectStill(page, "a memo in blocks");
    await page.getByRole("radio", { name: memoText("read"), exact: true }).check();
    await expect(page.getByRole("article").getByRole("img").first()).toBeVisible();
    await expectStill(page, "a memo read");
  });

  await test.step("settings, and lists", async () => {
    for (const path of [
      "/settings/general",
      "/settings/models",
      "/settings/usage",
      "/settings/search",
      "/settings/users",
      "/settings/api-keys",
      "/settings/server",
      "/settings/configuration",
      "/settings/devices",
      "/credits",
      "/settings/plans",
      "/bots",
      "/home/chat/trash",
      "/pricing",
    ]) {
      await go(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      await expectStill(page, path);
    }
  });
});
