import { expectNoBarriers } from "../harness/barriers.ts";
import { chooseModel } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const text = textsOf("agents");
const sharing = textsOf("sharing");

// spec §2: "/ai-agent, /ai-agent/{name}/{uid}"; issue 28: visible steps, a form, a shared result
test("an agent is made, works in steps, asks its person, and is shared", async ({
  connected: page,
  browser,
}) => {
  const origin = new URL(page.url()).origin;
  await visit(page, `${origin}/ai-agent`);
  await expect(page.getByRole("link", { name: text("house.search") })).toBeVisible();

  // Only the tools that are chosen are its own.
  await page.getByRole("button", { name: text("new_agent") }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: text("name"), exact: true }).fill("Harbor clerk");
  await form.getByRole("checkbox", { name: text("tool.save_memo") }).check();
  await form.getByRole("button", { name: text("create") }).click();
  await page.getByRole("link", { name: "Harbor clerk" }).click();
  await expect(page).toHaveURL(/\/ai-agent\/harbor-clerk\/[0-9a-f-]{36}$/);

  await chooseModel(page, models.tooled);
  const wish = 'calculate {"expression": "6 * 7"}\nsave_memo {"title": "Tides", "text": "They rise."}';
  await page.getByRole("textbox", { name: text("task") }).fill(wish);
  await page.getByRole("button", { name: text("start"), exact: true }).click();
  await expect(page).toHaveURL(/\/ai-agent\/task\/[0-9a-f-]{36}$/);
  const steps = page.getByRole("list", { name: text("entries") });
  await expect(steps.getByText(/Calculated .*6 \* 7.* · Saved the memo “.*Tides.*”/)).toBeVisible();
  await expect(steps.getByRole("link", { name: "Tides" })).toHaveAttribute("href", /\/home\/memo\//);
  await expect(page.getByRole("status").filter({ hasText: text("state.succeeded") })).toBeVisible();
  await expectNoBarriers(page, "a task of an agent");

  // A form, which is there after a reload, too.
  const asked = {
    questions: [{ question: "Which sea?", options: ["North", "Baltic"] }, { question: "For whom?" }],
  };
  await page.getByRole("textbox", { name: text("reply") }).fill(`ask_user ${JSON.stringify(asked)}`);
  await page.getByRole("button", { name: text("send"), exact: true }).click();
  await expect(page.getByRole("form", { name: text("asks") })).toBeVisible();
  await page.reload();
  const questions = page.getByRole("form", { name: text("asks") });
  await questions.getByRole("textbox", { name: /For whom/ }).fill("Sailors");
  await questions.getByRole("button", { name: text("answer"), exact: true }).click();
  await expect(steps.getByText("A: Sailors").last()).toBeVisible();

  // spec §3: "Share link for agent results."
  await page.getByRole("button", { name: text("share"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: sharing("make_link") }).click();
  const address = await dialog.getByRole("link").first().getAttribute("href");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(address ?? "", origin).href);
  await expect(visitor.getByText("Harbor clerk")).toBeVisible();
  await expect(visitor.getByText("A: Sailors").last()).toBeVisible();
  await visitor.context().close();
});
