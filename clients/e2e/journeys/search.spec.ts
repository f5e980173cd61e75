import { Chat } from "../harness/chat.ts";
import { button, chooseModel, question, submit, text } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const frameText = textsOf("frame");
const chatText = textsOf("chat");
const memoText = textsOf("memos");

// spec §2: "/home/search"; "search history drawer"
test("the operator connects an engine, and a person gets an answer whose numbers hold, in a search and in a chat", async ({
  connected: page,
  server,
  web,
}) => {
  const origin = new URL(page.url()).origin;

  // spec §1: "AI search with web access"
  await visit(page, `${origin}/settings/search`);
  const row = page.getByRole("article", { name: "SearXNG", exact: true });
  await expect(row).toContainText(text("lacks.address"));
  await button(page, "test_name", { name: "SearXNG" }).click();
  await expect(row).toContainText(text("test_faults.unreachable"));
  await button(page, "set_up_name", { name: "SearXNG" }).click();
  await page.getByLabel(text("address"), { exact: true }).fill(web.url);
  await button(page, "save").click();
  await expect(row).toContainText(text("ready"));
  await button(page, "test_name", { name: "SearXNG" }).click();
  await expect(row).toContainText("The lamp of the lighthouse");
  await page.getByRole("switch", { name: text("asked_label", { name: "Wikipedia" }) }).click();

  // A key is written and never shown again.
  await button(page, "set_up_name", { name: "Brave Search" }).click();
  await page.getByLabel(text("key"), { exact: true }).fill("brave-secret");
  await button(page, "save").click();
  await expect(page.getByRole("article", { name: "Brave Search" })).toContainText(text("ready"));
  await button(page, "set_up_name", { name: "Brave Search" }).click();
  await expect(page.getByLabel(text("key"), { exact: true })).toHaveValue("");
  // It is taken back there, too.
  await page.getByRole("switch", { name: text("key_remove") }).click();
  await expect(page.getByLabel(text("key"), { exact: true })).toBeDisabled();
  await button(page, "save").click();
  await expect(page.getByRole("article", { name: "Brave Search" })).toContainText(text("lacks.key"));
  await visit(page, `${origin}/settings/server`);
  const auditText = textsOf("audit");
  for (const kind of ["finder_key_removed", "finder_key_set"]) {
    const told = page.getByText(auditText(`kind.${kind}`), { exact: true });
    await expect(told.locator("xpath=ancestor::div[2]")).toContainText("Brave Search");
  }

  // spec §2: "/home/search"
  await page.getByRole("link", { name: frameText("web_search"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/search$/);
  await chooseModel(page, models.citing);
  await question(page).fill("What does the lamp burn?");
  await question(page).press("Enter");
  await expect(page).toHaveURL(/\/home\/search\/[0-9a-f-]{36}$/);
  const answer = page.getByRole("region", { name: text("answer"), exact: true });
  await expect(answer).toContainText("The lamp burns oil");
  await expect(button(page, "copy_answer")).toBeVisible();
  const sources = page.getByRole("region", { name: text("sources_found"), exact: true });
  await expect(sources.getByRole("listitem")).toHaveCount(3);
  await expect(sources.getByRole("listitem").first().locator("blockquote")).toContainText(
    "The lamp burns oil.",
  );
  await expect(sources.getByRole("listitem").nth(2)).toContainText(text("not_read"));

  // The quote opens where it stands in the page as it was read.
  await button(page, "as_read_of", { title: "The lamp of the lighthouse" }).click();
  await expect(page.getByRole("dialog").locator("mark")).toHaveText("The lamp burns oil.");
  await page.keyboard.press("Escape");
  const first = page.url();
  // So does its number in the answer; one that was not read is shown in the list.
  await answer.getByRole("link", { name: "[1]" }).click();
  await expect(page.getByRole("dialog").locator("mark")).toHaveText("The lamp burns oil.");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(first);

  // It is kept as a memo, with its sources and what was taken from them.
  await page.getByRole("button", { name: memoText("save_as_memo"), exact: true }).click();
  await page.getByRole("button", { name: memoText("open"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("combobox", { name: memoText("type") })).toContainText(
    memoText("kinds.search_result"),
  );

  // An answer goes on without its reader, and a page that is opened again reads it from its first word.
  await visit(page, `${origin}/home/search`);
  await chooseModel(page, models.slow);
  await question(page).fill("How tall are towers?");
  await submit(page);
  await expect(answer).toContainText(/\w+ \w+/);
  await page.reload();
  await expect(answer).toContainText(/\w+ \w+/);
  await button(page, "stop").click();
  await expect(page.getByText(text("states.cancelled"))).toBeVisible();

  // What finds nothing says so.
  await question(page).fill("nothing at all");
  await submit(page);
  await expect(page.getByText(text("nothing_found"), { exact: true })).toBeVisible();

  // spec §2: "search history drawer"
  await button(page, "history").click();
  const history = page.getByRole("dialog", { name: text("history") });
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await history.getByRole("button", { name: text("delete_title", { title: "nothing at all" }) }).click();
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: text("undo"), exact: true }).click();
  await expect(history.getByRole("listitem")).toHaveCount(3);
  await history.getByRole("link", { name: /What does the lamp burn/ }).click();
  await expect(page).toHaveURL(first);
  await expect(answer).toContainText("The lamp burns oil");

  // What was searched for is found again among all that is one's own.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder(frameText("palette_placeholder")).fill("lamp burn");
  await page
    .getByRole("option", { name: /What does the lamp burn/ })
    .last()
    .click();
  await expect(page).toHaveURL(first);

  // Nothing of it is lost when the power goes.
  await server.kill();
  await server.begin();
  await page.reload();
  await expect(answer).toContainText("The lamp burns oil");

  await test.step("an answer in a chat leads to the page of the web that it names, and to no other", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await button(page, "web_in_chat").click();
    await expect(button(page, "web_in_chat_on")).toBeVisible();
    await chat.chooseModel(models.citing);
    await chat.ask("What does the lamp burn?");
    const sources = chat.answer.getByRole("list", { name: chatText("sources"), exact: true });
    await expect(sources.getByRole("listitem")).toHaveCount(1);
    await chat.answer.getByRole("link", { name: "[1]", exact: true }).click();
    const title = "The lamp of the lighthouse";
    const source = sources.getByRole("link", { name: chatText("source_number", { number: "1", title }) });
    await expect(source).toBeFocused();
    await expect(source).toHaveAttribute("href", `${web.url}/pages/lamp`);
    await source.hover();
    await expect(page.locator("blockquote")).toHaveText("The lamp burns oil.");
    // issue 5: "each cited quote is matched against a stored snapshot and jumps to the highlighted place"
    await source.click();
    const asRead = page.getByRole("dialog", { name: title });
    await expect(asRead.locator("mark")).toHaveText("The lamp burns oil.");
    await expect(asRead.getByRole("link", { name: text("page_now") })).toHaveAttribute(
      "href",
      `${web.url}/pages/lamp`,
    );
  });
});
