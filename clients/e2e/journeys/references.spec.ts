import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("mentions");
const memosText = textsOf("memos");
const chatText = textsOf("chat");

// issue 5: "an object that can be found, linked and given to any model with `@` or `#`"
test("a memo is given to the model with #, stays with the draft over a reload, and is led to from the message", async ({
  connected: page,
}) => {
  const memo = { id: uuidV7(), title: "Tide tables", body: "High water is at noon." };
  await call(page, "POST", "/api/memos", memo);
  const chat = new Chat(page);
  await chat.openNew();
  await chat.field.pressSequentially("Sum up #tide ta");
  const things = page.getByRole("listbox", { name: text("what") });
  await expect(things.getByRole("option", { name: memo.title })).toHaveAttribute("aria-selected", "true");
  await expect(chat.field).toHaveAttribute("aria-activedescendant", /\S/);
  await chat.field.press("Enter");
  await expect(things).toBeHidden();
  await expect(chat.field).toHaveValue("Sum up Tide tables ");
  const given = page.getByRole("list", { name: text("given") });
  await expect(given).toContainText(memo.title);

  await page.reload();
  await expect(chat.field).toHaveValue("Sum up Tide tables ");
  await expect(given).toContainText(memo.title);
  await chat.chooseModel(models.echo);
  await chat.field.press("Enter");
  await expect(chat.answer).toContainText(memo.body);
  await expect(chat.answer).toContainText("Sum up Tide tables");
  await chat.expectDone();

  // The field is empty again; the message has it.
  await expect(given).toHaveCount(1);
  await chat.ask("And tomorrow?");
  await expect(chat.answers).toHaveCount(2);
  await chat.questions.first().getByRole("link", { name: memo.title }).click();
  await expect(page).toHaveURL(new RegExp(`/home/memo/${memo.id}`));
  await expect(page.getByRole("textbox", { name: memosText("title"), exact: true })).toHaveValue(memo.title);
});

test("what was chosen with # is taken out again, and Escape leaves the words as they are", async ({
  connected: page,
}) => {
  await call(page, "POST", "/api/memos", { id: uuidV7(), title: "Tide tables", body: "Noon." });
  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await chat.ask("The tide turns");
  await chat.expectDone();

  await chat.openNew();
  await chat.field.pressSequentially("#tide");
  const things = page.getByRole("listbox", { name: text("what") });
  await expect(things.getByRole("option")).toHaveCount(2);
  await chat.field.press("ArrowDown");
  await expect(things.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await chat.field.press("Escape");
  await expect(things).toBeHidden();
  await expect(chat.field).toHaveValue("#tide");

  await chat.field.fill("");
  await chat.field.pressSequentially("#turns");
  await things.getByRole("option", { name: text("conversation") }).click();
  await expect(chat.field).toHaveValue("");
  const given = page.getByRole("list", { name: text("given") });
  await expect(given.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("button", { name: chatText("send"), exact: true })).toBeEnabled();
  // A model may have named the chat meanwhile.
  await given.getByRole("button").click();
  await expect(given).toBeHidden();
  await expect(page.getByRole("button", { name: chatText("send"), exact: true })).toBeDisabled();
});
