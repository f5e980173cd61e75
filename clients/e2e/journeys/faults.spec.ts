import type { Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import type { Ensemble } from "../harness/ensemble.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const cause = textsOf("problems");

/** Provider errors before the first word: the cause, and the most helpful button. */
const refusals = [
  {
    fault: "refuses the key",
    model: models.unauthorized,
    code: "providers.key_refused",
    help: text("open_connections"),
  },
  {
    fault: "is busy for longer than anybody waits",
    model: models.busy,
    code: "providers.busy",
    help: text("retry_in", { seconds: "" }).trim(),
  },
] as const;

test("a provider that refuses is shown with its cause and what helps, and a short wait passes by itself", async ({
  connected,
  server,
}) => {
  const chat = new Chat(connected);
  for (const { fault, model, code, help } of refusals)
    await test.step(`a provider that ${fault} is shown with what helps`, async () => {
      const before = await charges(connected, server);
      await chat.openNew();
      await chat.chooseModel(model);
      await chat.ask("Please");
      await expect(chat.answer.getByText(cause(code))).toBeVisible();
      expect(await charges(connected, server)).toEqual(before);
      await expect(
        chat.answer
          .locator("button, a")
          .filter({ hasText: startOf(help) })
          .first(),
      ).toBeVisible();
      await expect(chat.stopButton).toBeHidden();

      await chat.answer.getByRole("button", { name: text("switch_model") }).click();
      await connected.getByPlaceholder(text("search_models")).fill(models.quick);
      await connected.getByRole("option", { name: models.quick }).first().click();
      await expect(chat.modelButton).toContainText(models.quick);
      // The other model answers, and is paid: the next step counts from there.
      await expect.poll(async () => (await charges(connected, server)).length).toBe(before.length + 1);
    });

  await test.step("a provider that is busy for a second is asked again without a press", async () => {
    await chat.openNew();
    await chat.chooseModel(models.busyOnce);
    await chat.ask("Please");
    await expect(chat.answer.getByText(text("high_traffic"))).toBeVisible();
    await chat.expectDone();
    expect((await chat.answerText()).length).toBeGreaterThan(0);
  });
});

/** Provider errors in the middle of an answer: the text is kept, and a retry duplicates nothing. */
const breaks = [
  { fault: "fails in mid-stream", model: models.brokenMidway, code: "providers.answer_broke_off" },
  { fault: "drops the line", model: models.dropped, code: "providers.answer_broke_off" },
] as const;

test("a provider that breaks off leaves the partial answer, paid once, and a button to try again", async ({
  connected,
  server,
}) => {
  const chat = new Chat(connected);
  for (const [before, { fault, model, code }] of breaks.entries())
    await test.step(`a provider that ${fault}`, async () => {
      const paid = Array<number>(2 * before).fill(-1);
      await chat.openNew();
      await chat.chooseModel(model);
      await chat.ask("Please");
      const again = chat.answer.getByRole("button", { name: text("try_again") });
      await expect(again).toBeVisible();
      await expect(chat.answer.getByText(cause(code))).toBeVisible();
      const kept = await chat.answerText();
      expect(kept.length).toBeGreaterThan(0);
      expect(await charges(connected, server)).toEqual([...paid, -1]);

      await again.click();
      const second = text("branch_of", { number: 2, total: 2 });
      await expect(chat.answer.getByRole("img", { name: second })).toBeVisible();
      await expect(again).toBeVisible();
      await expect(chat.questions).toHaveCount(1);
      await connected.reload();
      await expect(chat.questions).toHaveCount(1);
      await expect(chat.answer).toContainText(kept.slice(0, 10));
      // Two answers were begun, each is paid once, and reading them again costs nothing.
      expect(await charges(connected, server)).toEqual([...paid, -1, -1]);
    });
});

/** Returns the charges for answers from the usage record. */
async function charges(page: Page, server: Ensemble): Promise<number[]> {
  const postings = await page.request.get(`${server.url}/api/billing/postings`);
  const { items } = (await postings.json()) as { items: { change: number }[] };
  return items.map((item) => item.change).filter((change) => change < 0);
}

function startOf(help: string): string {
  return help.split(" ").slice(0, 2).join(" ");
}

test.describe("a provider that falls silent", () => {
  test.use({ settings: { ENSEMBLE__PROVIDERS__IDLE_TIMEOUT_SECONDS: "2" } });

  test("is given up after a while, with what came kept", async ({ connected, server }) => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.silent);
    await chat.ask("Please");
    await expect(chat.answer.getByRole("button", { name: text("try_again") })).toBeVisible();
    await expect(chat.answer.getByText(cause("providers.timed_out"))).toBeVisible();
    expect(await charges(connected, server)).toEqual([-1]);
    expect((await chat.answerText()).length).toBeGreaterThan(0);
  });
});
