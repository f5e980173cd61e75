import { Chat } from "../harness/chat.ts";
import { GuardedServer } from "../harness/guarded-server.ts";
import { test as base, expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("tools");
const chatText = textsOf("chat");

const test = base.extend<{ guarded: GuardedServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  guarded: async ({}, use) => {
    const guarded = await GuardedServer.start();
    await use(guarded);
    await guarded.stop();
  },
  configure: async ({ guarded }, use) =>
    use(async () => `[web_access]\nallow_hosts = ${JSON.stringify(guarded.hosts)}\n`),
});

test("a person signs in to a server of tools, uses it, and signs out", async ({
  connected: page,
  server,
  guarded,
}) => {
  const chat = new Chat(page);
  const card = page.getByRole("article", { name: "Guarded", exact: true });

  await visit(page, `${server.url}/settings/tools`);
  await page.getByRole("button", { name: text("add_server"), exact: true }).click();
  await page.getByLabel(text("address"), { exact: true }).fill(guarded.url);
  await page.getByLabel(text("name"), { exact: true }).fill("Guarded");
  await page.getByRole("button", { name: text("connect"), exact: true }).click();
  await expect(card).toContainText(text("needs_sign_in"));
  await card.getByRole("button", { name: text("sign_in"), exact: true }).click();
  await expect(card).toContainText(text("state.connected"));
  await expect(card).toContainText(text("signed_in"));

  await chat.openNew();
  await chat.chooseModel(models.tooled);
  await chat.ask('Guarded__greet {"name":"Ada"}');
  await page.getByRole("button", { name: chatText("tool.decision.once"), exact: true }).click();
  await expect(chat.answer).toContainText("Hello, Ada!");
  await chat.expectDone();

  await visit(page, `${server.url}/settings/tools`);
  await card.getByRole("button", { name: text("more_for", { name: "Guarded" }) }).click();
  await page.getByRole("menuitem", { name: text("sign_out"), exact: true }).click();
  await expect(card).toContainText(text("needs_sign_in"));
});
