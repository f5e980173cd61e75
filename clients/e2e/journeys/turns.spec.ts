import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const mentions = textsOf("mentions");

// issue 3: "Several models answer side by side; then ensemble: one model merges them"
test("several models answer side by side, one is stopped, one is chosen, and a model merges them", async ({
  connected,
}) => {
  const chat = new Chat(connected);
  await chat.openNew();
  await chat.chooseSeveral([models.quick, models.markdown, models.slow]);
  await chat.ask("Compare");

  const columns = connected.locator("[data-batch]");
  const answerOf = (model: string) =>
    columns.getByRole("article", { name: text("answer_of", { model }), exact: true });
  for (const model of [models.quick, models.markdown, models.slow])
    await expect(answerOf(model)).toContainText(/\w+ \w+/);
  await connected.getByRole("button", { name: text("stop_named", { model: models.slow }) }).click();
  await expect(answerOf(models.slow)).toContainText(text("answer_stopped"));
  await chat.expectDone();

  const continueWith = text("continue_with_named", { model: models.markdown });
  await connected.getByRole("button", { name: continueWith }).click();
  await expect(connected.getByRole("button", { name: continueWith })).toBeHidden();
  await connected.reload();
  await expect(answerOf(models.quick)).toBeVisible();
  await expect(connected.getByRole("button", { name: continueWith })).toBeHidden();
  await expect(chat.modelButton).toHaveAccessibleName(new RegExp(`${models.quick}, ${models.markdown}`));

  await call(connected, "PATCH", "/api/accounts/settings", { merge_model: `fake/${models.merger}` });
  await connected.reload();
  await connected.getByRole("button", { name: text("merge_answers") }).click();
  const merged = columns.locator("article").last();
  await expect(merged).toContainText("Water boils.");
  await expect(merged.locator("[data-mark=agree]")).toContainText(models.quick);
  await expect(merged.locator("[data-mark=differ]")).toContainText("≠");
  await expect(merged.locator(".markdown")).not.toContainText("[[");
  await connected.reload();
  await expect(merged.locator("[data-mark=agree]")).toBeVisible();
});

test("answers are merged at once, without anybody looking, where that is wanted", async ({ connected }) => {
  await call(connected, "PATCH", "/api/accounts/settings", {
    merge_at_once: true,
    merge_model: `fake/${models.merger}`,
  });
  await connected.reload();
  const chat = new Chat(connected);
  await chat.openNew();
  await chat.chooseSeveral([models.quick, models.markdown]);
  await chat.ask("Compare and merge");
  await expect(connected.locator("[data-batch]")).toBeVisible();
  const place = connected.url();
  await connected.goto(new URL("/settings", place).href);
  await connected.goto(place);
  await expect(connected.locator("[data-mark=agree]")).toBeVisible();
});

test("a named model or bot answers alone, queued messages are changed, and a stale tab makes a branch", async ({
  connected,
}) => {
  await test.step("a model or a bot named in a message answers that message alone", async () => {
    // issue 3: "`@model` and `@bot` inside a message"
    await test.step("a model named in a message answers that message alone", async () => {
      const chat = new Chat(connected);
      await chat.openNew();
      await chat.chooseModel(models.quick);
      await chat.field.pressSequentially("Show me, @atlas");
      const names = connected.getByRole("listbox", { name: mentions("whom") });
      await expect(names.getByRole("option", { name: models.markdown })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await expect(chat.field).toHaveAttribute("aria-activedescendant", /\S/);
      await chat.field.press("Enter");
      await expect(names).toBeHidden();
      await expect(chat.field).toHaveValue(`Show me, @${models.markdown} `);
      await chat.field.pressSequentially("and @nobody");
      await chat.field.press("Enter");

      await expect(chat.answer).toHaveAccessibleName(text("answer_of", { model: models.markdown }));
      await chat.expectDone();
      await expect(chat.modelButton).toContainText(models.quick);
      await chat.ask("And now?");
      await expect(chat.answer).toHaveAccessibleName(text("answer_of", { model: models.quick }));
    });

    // issue 3: "`@model` and `@bot` inside a message"
    await test.step("a bot named in a message answers that message alone, with its own model", async () => {
      await call(connected, "POST", "/api/bots", {
        name: "Harbour pilot",
        prompt: "Answer as a harbour pilot.",
        model: `fake/${models.writer}`,
        published: true,
      });
      const chat = new Chat(connected);
      await chat.openNew();
      await chat.chooseModel(models.quick);
      await chat.field.pressSequentially("When do we sail, @harb");
      const names = connected.getByRole("listbox", { name: mentions("whom") });
      await expect(names.getByRole("option", { name: "Harbour pilot" })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await chat.field.press("Enter");
      await expect(chat.field).toHaveValue("When do we sail, @Harbour pilot ");
      await chat.field.press("Enter");
      await expect(chat.answer).toContainText("We meet on Friday at ten.");
      await chat.expectDone();

      await chat.ask("And now?");
      await expect(chat.answers).toHaveCount(2);
      await chat.expectDone();
      await expect(chat.answer).toHaveAccessibleName(text("answer_of", { model: models.quick }));
    });
  });

  // issue 3: "queue and edit messages while an answer runs"
  await test.step("queued messages are changed, moved, removed and sent at once, over a reload", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.slow);
    await chat.ask("Talk for a long time");
    await expect(chat.answer).toContainText(/\w+ \w+/);
    for (const words of ["First of all", "Secondly", "Never mind"]) await chat.ask(words);
    const queue = connected.getByRole("list", { name: text("queued_next") });
    const entries = queue.getByRole("listitem");
    await expect(entries).toHaveCount(3);

    await entries
      .nth(1)
      .getByRole("button", { name: text("edit"), exact: true })
      .click();
    const edit = queue.getByRole("textbox", { name: text("edit_message") });
    await edit.fill("Secondly, in better words");
    await edit.press("Enter");
    await entries
      .nth(1)
      .getByRole("button", { name: text("move_up") })
      .click();
    await entries
      .nth(2)
      .getByRole("button", { name: text("remove") })
      .click();
    await connected.reload();
    await expect(entries).toHaveCount(2);
    await expect(entries.nth(0)).toContainText("Secondly, in better words");
    await expect(entries.nth(1)).toContainText("First of all");

    await entries
      .nth(1)
      .getByRole("button", { name: text("stop_and_send_now") })
      .click();
    await expect(chat.questions.last()).toContainText("First of all");
    await expect(entries).toHaveCount(1);
    const conversationId = new URL(connected.url()).pathname.split("/").at(-1);
    const path = `/api/chat/conversations/${conversationId}`;
    const read = () => call<{ messages: { state: string; parts: unknown[] }[] }>(connected, "GET", path);
    // The page shows a question before the server has it.
    await expect
      .poll(async () => (await read()).messages.map(({ state }) => state))
      .toEqual(["completed", "cancelled", "completed", "running"]);
    const { messages } = await read();
    expect(messages[1]?.parts, "what was written is kept").not.toEqual([]);
  });

  // issue 3: "Tree of branches, walked in place and seen whole; a send from a stale tab becomes a branch, never an overwrite"
  await test.step("a message from a stale tab is a branch and says so, and the tree shows and leads to both", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("The beginning");
    await chat.expectDone();
    // From here on this tab hears of nothing that happens elsewhere.
    await connected.route("**/api/events", () => undefined);
    await connected.reload();
    await expect(chat.answer).toBeVisible();
    const conversationId = new URL(connected.url()).pathname.split("/").at(-1) ?? "";
    const path = `/api/chat/conversations/${conversationId}`;
    const { leaf_id } = await call<{ leaf_id: string }>(connected, "GET", path);
    await call(connected, "POST", `${path}/messages`, {
      id: uuidV7(),
      parent_id: leaf_id,
      text: "Said in another window",
      model: null,
    });

    await chat.ask("Said without knowing");
    await expect(chat.questions.last()).toContainText("Said without knowing");
    await expect(connected.getByText(text("became_branch"))).toBeVisible();
    await connected.getByRole("link", { name: text("show_other_branch") }).click();
    await expect(chat.questions.last()).toContainText("Said in another window");
    await expect(connected.getByText(text("became_branch"))).toBeHidden();

    await connected.getByRole("button", { name: text("show_tree") }).click();
    const tree = connected.getByRole("tree", { name: text("tree") });
    await expect(tree.getByRole("treeitem")).toHaveCount(6);
    await expect(tree.getByRole("treeitem", { name: "Said in another window" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await tree.press("End");
    await tree.press("ArrowUp");
    await tree.press("Enter");
    await expect(tree).toBeHidden();
    await expect(chat.questions.last()).toContainText("Said without knowing");
  });
});
