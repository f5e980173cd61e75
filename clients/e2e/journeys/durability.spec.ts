import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const frame = textsOf("frame");

test("a reload and a second tab show the same answer whole", async ({ connected, watch: _w }) => {
  await test.step("a reload in the middle of an answer shows it whole", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.brief);
    await chat.ask("Go on while I am away");
    await expect.poll(() => chat.answerText()).toMatch(/\S/);
    const before = await chat.answerText();
    await connected.reload();
    await expect(chat.answer).toContainText(before);
    await chat.expectDone();
    await expect.poll(() => chat.answerText()).toMatch(new RegExp(`^${before}`));
    await expect(chat.answers).toHaveCount(1);
  });

  await test.step("a second tab follows the same answer, and what one does the other shows", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.slow);
    await chat.ask("Speak to both");
    await expect.poll(() => chat.answerText()).toMatch(/\S/);

    const second = new Chat(await connected.context().newPage());
    await second.page.goto(connected.url());
    await expect.poll(() => second.answerText()).toMatch(/\S/);
    await second.stopButton.click();
    await expect(chat.answer).toContainText(text("answer_stopped"));
    await expect.poll(() => chat.answerText()).toBe(await second.answerText());

    await second.chooseModel(models.quick);
    await second.ask("And once more");
    await expect(chat.questions.last()).toContainText("And once more");
    // Until the server has taken it, the newest answer is the one that was stopped.
    for (const tab of [chat, second]) {
      await expect(tab.answers).toHaveCount(2);
      await tab.expectDone();
      await expect.poll(() => tab.answerText()).toMatch(/\S/);
    }
    await expect.poll(() => chat.answerText()).toBe(await second.answerText());
  });
});

test("without a network nothing typed is lost, and a message goes out once; a draft survives closing the tab", async ({
  connected,
  context,
}) => {
  await test.step("without a network the page says so, keeps what is typed, and catches up", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.brief);
    await chat.ask("Before the tunnel");
    await expect.poll(() => chat.answerText()).toMatch(/\S/);

    await context.setOffline(true);
    await expect(connected.getByText(frame("offline"))).toBeVisible();
    await chat.field.fill("Typed in the tunnel");
    await context.setOffline(false);
    await expect(connected.getByText(frame("offline"))).toBeHidden();
    await chat.expectDone();
    await expect(chat.field).toHaveValue("Typed in the tunnel");
  });

  await test.step("a message sent without a network goes out once when it is back", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Before");
    await chat.expectDone();

    await context.setOffline(true);
    await chat.ask("Out of the tunnel");
    await expect(chat.questions.last()).toContainText("Out of the tunnel");
    await context.setOffline(false);
    await expect(chat.answers).toHaveCount(2);
    await chat.expectDone();
    await connected.reload();
    await expect(chat.questions).toHaveCount(2);
    await expect(chat.answers).toHaveCount(2);
  });

  await test.step("what is typed on the start page survives closing the tab", async () => {
    const operator = connected;
    const chat = new Chat(operator);
    await chat.openNew();
    await chat.field.fill("A thought that is not finished");
    const context = operator.context();
    await operator.close();
    const again = new Chat(await context.newPage());
    await again.page.goto(operator.url());
    await expect(again.field).toHaveValue("A thought that is not finished");
  });
});

test("a server that is killed keeps the answer so far, and the draft survives", async ({
  connected,
  server,
}) => {
  const chat = new Chat(connected);
  await chat.openNew();
  await chat.chooseModel(models.slow);
  await chat.ask("Hold on to this");
  await expect.poll(async () => (await chat.answerText()).length).toBeGreaterThan(40);
  await chat.field.fill("My next thought");
  const before = await chat.answerText();

  await server.kill();
  await server.begin();
  await expect(chat.answer.getByRole("button", { name: text("continue") })).toBeVisible({ timeout: 45_000 });
  expect((await chat.answerText()).startsWith(before)).toBe(true);

  await connected.reload();
  await expect(chat.answer).toContainText(before);
  await expect(chat.field).toHaveValue("My next thought");
  await expect(chat.answers).toHaveCount(1);

  // It goes on where somebody wants that, and what is typed stays where it is.
  await chat.answer.getByRole("button", { name: text("continue") }).click();
  await expect(chat.answers).toHaveCount(2);
  await expect.poll(async () => (await chat.answerText()).length).toBeGreaterThan(40);
  await chat.stopButton.click();
  await chat.expectDone();
  await expect(chat.answers.first()).toContainText(before);
  await expect(chat.field).toHaveValue("My next thought");
});
