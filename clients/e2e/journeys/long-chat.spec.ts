import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");

const TURNS = 300;
const answers = Array.from(
  { length: TURNS },
  (_, index) =>
    `Answer ${index + 1} of the **long** chat.\n\n${"Some words that fill a line. ".repeat(index % 12)}`,
);

// issue 3: "a chat of 2,000 messages with 40 branches opens in 300 ms and scrolls at 60 frames"
test("a long chat opens at its end, and everything before it is there when one goes there", async ({
  operator,
}) => {
  const chat = new Chat(operator);
  await importArchive(operator, chatArchive("Long", answers, { 4: "Another fifth answer about quinces." }));
  await operator.reload();
  const read: string[] = [];
  operator.on("request", (request) => {
    const url = new URL(request.url());
    if (/\/conversations\/[0-9a-f-]{36}(\/messages)?$/.test(url.pathname)) read.push(url.search.slice(0, 5));
  });

  await chat.list.getByText("Long", { exact: true }).click();
  await expect(chat.answer).toContainText(`Answer ${TURNS} of the long chat`);
  expect(read, "only its end is read").toEqual(["?newe"]);

  const log = operator.getByRole("log");
  await log.evaluate((box) => box.scrollTo(0, 0));
  await expect(chat.questions.first()).toContainText("Question 1");
  await expect(chat.answers.first()).toContainText("Answer 1 of the long chat");
  const fifth = chat.answers.filter({ hasText: "Answer 5 of" });
  await expect(async () => {
    await log.evaluate((box) => box.scrollBy(0, 200));
    await expect(fifth).toBeVisible({ timeout: 200 });
  }).toPass();
  await chat.press(fifth, text("previous_branch"));
  await expect(chat.answer).toContainText("quinces");
  await chat.press(chat.answer, text("next_branch"));
  await expect(chat.answers.filter({ hasText: "Answer 5 of" })).toBeVisible();

  await operator.getByRole("button", { name: text("show_tree") }).click();
  const tree = operator.getByRole("tree");
  await tree.press("Home");
  await expect(tree.getByRole("treeitem").first()).toContainText("Question 1");
  await tree.press("PageDown");
  await expect(tree.getByRole("treeitem").filter({ hasText: "quinces" })).toBeVisible();
  await tree.press("End");
  await expect(tree.getByRole("treeitem").last()).toContainText(`Answer ${TURNS} of`);
  await operator.keyboard.press("Escape");

  const search = operator.getByRole("searchbox", { name: text("search_conversations") });
  await search.fill('"answer 150"');
  await chat.list.getByRole("link").filter({ hasText: "Answer 150 of" }).first().click();
  await expect(chat.answers.filter({ hasText: "Answer 150 of" })).toBeInViewport();
});

// spec §3: "Chat settings: context mode, font size (normal or large), content width (full or max-width),
// scroll behaviour, reply language, temporary chat, starred."
test("an answer is followed, or its question stays on top, or nothing moves", async ({ connected }) => {
  const chat = new Chat(connected);
  const log = connected.getByRole("log");
  const scrollWith = (scroll: string) => call(connected, "PATCH", "/api/accounts/settings", { scroll });
  const fromEnd = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  const top = () => log.evaluate(({ scrollTop }) => scrollTop);
  /** Sends a question and waits until the answer has some lines. */
  const askAndRead = async (question: string) => {
    await chat.ask(question);
    await expect.poll(async () => (await chat.answerText()).length).toBeGreaterThan(300);
  };
  const stop = async () => {
    await chat.stopButton.click();
    await chat.expectDone();
  };

  await importArchive(connected, chatArchive("Boats", answers.slice(0, 12)));
  await connected.reload();
  await chat.list.getByText("Boats", { exact: true }).click();
  await chat.chooseModel(models.slow);
  await askAndRead("Is it followed?");
  await expect.poll(fromEnd).toBeLessThanOrEqual(3);
  await log.hover();
  await connected.mouse.wheel(0, -120);
  await expect.poll(fromEnd).toBeGreaterThan(60);
  const left = await top();
  const length = (await chat.answerText()).length;
  await expect.poll(async () => (await chat.answerText()).length).toBeGreaterThan(length + 200);
  expect(Math.abs((await top()) - left), "who scrolls up stays there").toBeLessThan(2);
  await stop();

  await scrollWith("pin");
  await connected.reload();
  await askAndRead("Is it on top?");
  const question = chat.questions.filter({ hasText: "Is it on top?" });
  const below = async () => ((await question.boundingBox())?.y ?? 0) - ((await log.boundingBox())?.y ?? 0);
  expect(await below(), "the question stands at the top").toBeLessThan(60);
  await expect(question).toBeInViewport();
  await stop();
  expect(await below()).toBeLessThan(60);

  await scrollWith("off");
  await connected.reload();
  await expect(chat.answer).toBeVisible();
  await expect.poll(fromEnd).toBeLessThanOrEqual(3);
  const before = await top();
  await askAndRead("Does anything move?");
  expect(Math.abs((await top()) - before), "nothing moves").toBeLessThan(2);
  await stop();
});
