import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("mentions");
const memosText = textsOf("memos");
const chatText = textsOf("chat");
const searchText = textsOf("search");

test("what is chosen with # is removed again, or stays with the draft and leads to the memo", async ({
  connected: page,
}) => {
  await test.step("what was chosen with # is taken out again, and Escape leaves the words as they are", async () => {
    await call(page, "POST", "/api/memos", { id: uuidV7(), title: "Tide clock", body: "Noon." });
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

  // issue 5: "an object that can be found, linked and given to any model with `@` or `#`"
  await test.step("a memo is given to the model with #, stays with the draft over a reload, and is led to from the message", async () => {
    const memo = { id: uuidV7(), title: "Tide tables", body: "High water is at noon." };
    await call(page, "POST", "/api/memos", memo);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.field.pressSequentially("Sum up #tide tables");
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
    await expect(page.getByRole("textbox", { name: memosText("title"), exact: true })).toHaveValue(
      memo.title,
    );
  });
});

test("memos, readings and files that an answer cites open at the cited words", async ({
  connected: page,
}) => {
  // issue 5: "Verified citations everywhere: each cited quote is matched against a stored snapshot and jumps to the highlighted
  // place; what cannot be matched is marked 'not found in sources'"
  await test.step("what an answer takes from a memo opens there, and what does not stand there is said", async () => {
    const memo = {
      id: uuidV7(),
      title: "Tide tables",
      body: "High water is at **noon**. The harbour has two piers.",
    };
    await call(page, "POST", "/api/memos", memo);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citingGiven);
    await chat.field.pressSequentially("#tide ta");
    await page.getByRole("option", { name: memo.title }).click();
    await chat.field.fill("When is high water?");
    await chat.field.press("Enter");
    await chat.expectDone();
    const sources = chat.answer.getByRole("list", { name: chatText("sources"), exact: true });
    const source = sources.getByRole("link", {
      name: chatText("source_number", { number: "#1", title: memo.title }),
    });
    await expect(source).toBeVisible();
    await expect(chat.answer.getByText(searchText("not_found"), { exact: true })).toBeVisible();
    await expect(chat.answer).toContainText("[#1] The harbour has nine piers");
    await chat.answer.getByRole("link", { name: "[#1]", exact: true }).first().click();
    await expect(source).toBeFocused();
    await source.click();
    await expect(page).toHaveURL(new RegExp(`/home/memo/${memo.id}\\?q=High`));
    await expect(page.getByText("High water is at noon.")).toBeVisible();
    expect(await page.evaluate(() => CSS.highlights.has("marked-passage"))).toBe(true);
    await expect(page.getByText(memosText("passage_missing"), { exact: true })).toBeHidden();
  });

  await test.step("a reading that an answer draws on opens at the words of its text", async () => {
    const said = "High water is at noon. The harbour is old.";
    const id = uuidV7();
    await call(page, "POST", "/api/reading/readings", {
      id,
      source: { type: "text", text: said, title: "Tides" },
    });
    await expect
      .poll(async () => (await call<{ state: string }>(page, "GET", `/api/reading/readings/${id}`)).state)
      .toMatch(/completed|failed/);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citingGiven);
    await chat.field.pressSequentially("#noon");
    await page.getByRole("option", { name: text("reading") }).click();
    await chat.field.fill("When is high water?");
    await chat.field.press("Enter");
    await chat.expectDone();
    await chat.answer.locator('[data-source="#1"]').click();
    await expect(page).toHaveURL(new RegExp(`/home/read/${id}\\?q=High`));
    await expect(page.locator("mark")).toHaveText("High water is at noon.");
  });

  await test.step("a file of one chat is given to another, and its chip leads to where it was attached", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.attach("harbour.txt", Buffer.from("It has two piers."), "text/plain");
    await expect(page.getByRole("button", { name: chatText("send"), exact: true })).toBeEnabled();
    await chat.ask("Read it");
    await chat.expectDone();
    const first = new URL(page.url()).pathname;

    await chat.openNew();
    await chat.chooseModel(models.echo);
    await chat.field.pressSequentially("#piers");
    await page.getByRole("option", { name: text("file") }).click();
    await chat.field.fill("How many?");
    await chat.field.press("Enter");
    await expect(chat.answer).toContainText("It has two piers.");
    await chat.expectDone();
    await chat.questions.first().getByRole("button", { name: "harbour.txt" }).click();
    await expect(page).toHaveURL(new RegExp(first.split("/").at(-1) ?? "never"));
  });
});
