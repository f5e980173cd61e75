import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("chat");
const problems = textsOf("problems");

test.use({
  settings: { ENSEMBLE__GENERATION__MAX_RUNNING: "1", ENSEMBLE__GENERATION__MAX_WAITING: "1" },
});

// spec §8: "High-traffic notice and queue dialogs with an estimated wait"
test("an answer that waits is stopped, and one waits in line over a reload; a full line loses nothing typed", async ({
  connected,
}) => {
  await test.step("an answer that waits is stopped like any other", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.slow);
    await chat.ask("First");
    await expect(chat.answer).toContainText(/\w+ \w+/);
    const first = connected.url();
    await chat.openNew();
    await chat.ask("Second");
    await expect(chat.answer.getByText(text("high_traffic"))).toBeVisible();
    await chat.stopButton.click();
    await expect(chat.answer).toContainText(text("answer_stopped"));
    await expect(chat.answer.getByText(text("high_traffic"))).toBeHidden();
    // The server does not end while something is written.
    await visit(connected, first);
    await chat.stopButton.click();
    await expect(chat.answer).toContainText(text("answer_stopped"));
  });

  await test.step("an answer waits in line over a reload, a full line is said, and nothing typed is lost", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.slow);
    await chat.ask("First");
    await expect(chat.answer).toContainText(/\w+ \w+/);
    const first = connected.url();

    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Second");
    const notice = chat.answer.getByText(text("high_traffic"));
    await expect(notice).toBeVisible();
    await expect(chat.answer).toContainText(text("queued", { position: 1 }));
    await connected.reload();
    await expect(notice).toBeVisible();
    const second = connected.url();

    await chat.openNew();
    await chat.ask("Third, written with care");
    const dialog = connected.getByRole("dialog", { name: text("high_traffic") });
    await expect(dialog).toContainText(problems("generation.line_full"));
    await expect(dialog.getByRole("button", { name: text("switch_model") })).toBeVisible();
    await dialog.getByRole("button", { name: text("close") }).click();
    await expect(chat.field).toHaveValue("Third, written with care");
    await connected.reload();
    await expect(chat.field).toHaveValue("Third, written with care");
    const third = connected.url();

    await visit(connected, first);
    await chat.stopButton.click();
    await expect(chat.answer).toContainText(text("answer_stopped"));
    await visit(connected, second);
    await expect(notice).toBeHidden();
    await chat.expectDone();
    expect((await chat.answerText()).length).toBeGreaterThan(0);

    await visit(connected, third);
    await chat.field.press("Enter");
    await expect(chat.questions).toHaveCount(1);
    await chat.expectDone();
  });
});
