import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const secondOfTwo = text("branch_of", { number: 2, total: 2 });

test("the built-in engine answers without a model; its conversation is renamed, found, deleted and restored", async ({
  operator,
}) => {
  await test.step("without a model the built-in engine calculates, and says what it cannot do", async () => {
    const chat = new Chat(operator);
    await chat.openNew();
    await chat.ask("What is (17 + 4) * 2?");
    await expect(chat.answer).toContainText("42");
    await chat.expectDone();

    await chat.ask("Write me a sonnet about the sea");
    await expect(chat.answer.getByRole("link", { name: text("connect_model") })).toBeVisible();
    await chat.answer.getByRole("link", { name: text("connect_model") }).click();
    await expect(operator).toHaveURL(/\/settings\/models/);
  });

  await test.step("a conversation is renamed, found by its words, deleted and brought back", async () => {
    const chat = new Chat(operator);
    await chat.openNew();
    await chat.ask("How many metres are 3 furlongs?");
    await chat.expectDone();

    await chat.act("furlongs", text("rename"));
    const title = operator.getByRole("textbox", { name: text("title") });
    await title.fill("Old lengths");
    await title.press("Enter");
    await expect(chat.list.getByText("Old lengths")).toBeVisible();

    const search = operator.getByRole("searchbox", { name: text("search_conversations") });
    await search.fill("furlon");
    await expect(chat.list.locator("mark").first()).toHaveText("furlon");
    await search.fill("zebra");
    await expect(operator.getByText(text("no_hits", { words: "zebra" }))).toBeVisible();
    await search.fill("");

    await chat.act("Old lengths", text("delete"));
    await expect(chat.list.getByText("Old lengths")).toBeHidden();
    await operator.getByRole("button", { name: text("undo") }).click();
    await expect(chat.list.getByText("Old lengths")).toBeVisible();
    await operator.reload();
    await expect(chat.list.getByText("Old lengths")).toBeVisible();
  });
});

test("an answer streams as Markdown and stays, with its price, receipt and thoughts", async ({
  connected,
}) => {
  await test.step("an answer streams in as Markdown and stays after a reload", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.markdown);
    await chat.ask("Show me what you can do");
    await chat.expectDone();

    const check = async () => {
      await expect(chat.questions.last()).toContainText("Show me what you can do");
      await expect(chat.answer.getByRole("table")).toBeVisible();
      await expect(chat.answer.locator("pre code")).toBeVisible();
      await expect(chat.answer.locator(".katex").first()).toBeVisible();
      await expect(chat.answer.getByRole("heading").first()).toBeVisible();
    };
    await check();
    await connected.reload();
    await check();
  });

  // issue 3: "price before, receipt after, refund on failure"
  await test.step("the price is said before, what was paid after it, and a failure costs nothing", async () => {
    const query = text("cost_standard_query_one", { count: 1 });
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await expect(connected.getByText(query)).toBeVisible();
    await chat.ask("What will it cost?");
    await chat.expectDone();
    await chat.press(chat.answer, text("receipt"));
    const receipt = connected.getByRole("dialog");
    await expect(receipt.getByText(query)).toBeVisible();
    await expect(receipt.getByText(models.quick)).toBeVisible();
    await expect(receipt.getByText(text("receipt_tokens_other", { number: "20" })).last()).toBeVisible();
    await connected.keyboard.press("Escape");

    await chat.chooseModel(models.unauthorized);
    await chat.ask("And what costs a failure?");
    await expect(chat.answers).toHaveCount(2);
    await chat.expectDone();
    await chat.press(chat.answer, text("receipt"));
    await expect(receipt.getByText(text("receipt_nothing"), { exact: true })).toBeVisible();
    await expect(receipt.getByText(text("receipt_none_kept"))).toBeVisible();
  });

  // issue 3: "Reasoning shown."
  await test.step("what a model thought is folded over its answer, with its time", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.thoughtful);
    await chat.ask("Think first");
    await chat.expectDone();
    const thought = chat.answer.getByRole("button", { name: text("thought_for_seconds_one", { count: 1 }) });
    await expect(thought).toHaveAttribute("aria-expanded", "false");
    await thought.click();
    await expect(thought).toHaveAttribute("aria-expanded", "true");
    // Of what it thought and what it says, both can be read.
    await expect(chat.answer.locator(".markdown")).toHaveCount(2);
  });
});

test("an answer is stopped, branched, regenerated, and followed by the next message", async ({
  connected,
}) => {
  await test.step("Stop ends the answer and keeps what was written", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.slow);
    await chat.ask("Talk for a long time");
    await expect(chat.answer).toContainText(/\w+ \w+ \w+/);
    await chat.stopButton.click();
    await expect(chat.answer).toContainText(text("answer_stopped"));
    const kept = await chat.answerText();
    expect(kept.length).toBeGreaterThan(0);
    await connected.reload();
    await expect.poll(() => chat.answerText()).toContain(kept);
  });

  await test.step("an edited question is a branch, and both can be read", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("First wording");
    await chat.expectDone();

    await chat.press(chat.questions.first(), text("edit_message"));
    const edit = connected.getByRole("textbox", { name: text("edit_message") });
    await edit.fill("Second wording");
    await edit.press("Control+Enter");
    await expect(chat.questions.first()).toContainText("Second wording");
    await chat.expectDone();

    await chat.press(chat.questions.first(), text("previous_branch"));
    await expect(chat.questions.first()).toContainText("First wording");
    await chat.press(chat.questions.first(), text("next_branch"));
    await expect(chat.questions.first()).toContainText("Second wording");
    await connected.reload();
    await expect(chat.questions.first()).toContainText("Second wording");
    await expect(chat.questions.first().getByRole("img", { name: secondOfTwo })).toBeVisible();
  });

  await test.step("an answer is written again beside the one that is there", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Say it");
    await chat.expectDone();
    await chat.press(chat.answer, text("regenerate"));
    await expect(chat.answer.getByRole("img", { name: secondOfTwo })).toBeVisible();
    await chat.expectDone();
    await expect(chat.answers).toHaveCount(1);
    await expect(chat.questions).toHaveCount(1);

    // By another model, whom the conversation goes on with.
    await chat.press(chat.answer, text("regenerate_with"));
    await connected.getByPlaceholder(text("search_models")).fill(models.markdown);
    await connected.getByRole("option", { name: models.markdown }).first().click();
    await expect(chat.answer).toHaveAccessibleName(text("answer_of", { model: models.markdown }));
    await chat.expectDone();
    await expect(chat.answers).toHaveCount(1);
    await chat.press(chat.answer, text("previous_branch"));
    await expect(chat.answer).toHaveAccessibleName(text("answer_of", { model: models.quick }));
  });

  await test.step("a message written while the answer runs is sent when it is done", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.brief);
    await chat.ask("First");
    await expect(chat.stopButton).toBeVisible();
    await chat.ask("Second");
    await expect(connected.getByRole("list", { name: text("queued_next") })).toContainText("Second");
    await expect(chat.questions).toHaveCount(2);
    await expect(chat.questions.last()).toContainText("Second");
    await chat.expectDone();
    await expect(chat.answers).toHaveCount(2);
  });
});
