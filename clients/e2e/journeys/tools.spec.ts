import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { EVERYTHING, EverythingServer } from "../harness/everything-server.ts";
import { test as base, expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("tools");
const chatText = textsOf("chat");
const filesText = textsOf("documents");
const questionText = textsOf("questions");

const test = base.extend<{ everything: EverythingServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  everything: async ({}, use) => {
    const everything = await EverythingServer.start();
    await use(everything);
    await everything.stop();
  },
  configure: async ({ everything }, use) =>
    use(
      async () => `
[web_access]
allow_hosts = ["${everything.host}"]

[[tools.servers]]
name = "bench"
command = "${process.execPath}"
args = ["${EVERYTHING}", "stdio"]
`,
    ),
});

const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const asking = (page: Page) => page.getByRole("group", { name: /Allow “/ });
const decide = (page: Page, decision: "once" | "always" | "deny" | "never") =>
  asking(page)
    .getByRole("button", { name: chatText(`tool.decision.${decision}`), exact: true })
    .click();

test("a person connects a server of tools and is asked before they are used; the official MCP client reads the library", async ({
  connected,
  server,
  everything,
}) => {
  await test.step("a person connects a server, is asked before its tools are used, and loses nothing to a crash", async () => {
    const page = connected;
    const chat = new Chat(page);
    const origin = new URL(page.url()).origin;

    await visit(page, `${origin}/settings/tools`);
    await expect(card(page, "bench")).toContainText(text("state.connected"));
    await expect(card(page, "bench")).toContainText(text("by_operator"));
    await page.getByRole("button", { name: text("add_server"), exact: true }).click();
    await page.getByLabel(text("address"), { exact: true }).fill("http://192.168.0.9/mcp");
    await page.getByRole("button", { name: text("connect"), exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("https://");
    await page.getByLabel(text("address"), { exact: true }).fill(everything.url);
    await page.getByLabel(text("name"), { exact: true }).fill("Everything");
    await page.getByRole("button", { name: text("connect"), exact: true }).click();
    await expect(card(page, "Everything")).toContainText(text("state.connected"));

    await chat.openNew();
    await chat.chooseModel(models.tooled);
    await chat.ask('Everything__echo {"message":"Hello peer"}');
    await expect(asking(page)).toContainText("Hello peer");

    // The power goes while it waits.
    await server.kill();
    await server.begin();
    await page.reload();
    await expect(asking(page)).toContainText("Hello peer");
    await decide(page, "once");
    await expect(chat.answer).toContainText("Echo: Hello peer");
    await chat.expectDone();
    const used = chat.answer.getByRole("button", { name: /Everything/ });
    await expect(used).toContainText(chatText("tool.state.completed"));
    await used.press("Enter");
    await expect(chat.answer.getByText('"message": "Hello peer"')).toBeVisible();

    // Once was once; always is always; with the keyboard.
    await chat.ask('Everything__echo {"message":"Second"}');
    await asking(page)
      .getByRole("button", { name: chatText("tool.decision.always") })
      .focus();
    await page.keyboard.press("Enter");
    await expect(chat.answer).toContainText("Echo: Second");
    await chat.expectDone();
    await chat.ask('Everything__echo {"message":"Third"}');
    await expect(chat.answer).toContainText("Echo: Third");
    await expect(asking(page)).toBeHidden();

    // A picture that a tool gives is shown, and seen by a model that sees.
    await chat.chooseModel(models.seeing);
    await chat.ask("Everything__get-tiny-image {}");
    await decide(page, "once");
    await expect(chat.answer).toContainText("image/png");
    await chat.expectDone();
    const picture = chat.answer.getByRole("button", {
      name: filesText("open_file", { name: "image-1.png" }),
    });
    await expect
      .poll(() => picture.getByRole("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await picture.click();
    await expect(page.getByRole("dialog", { name: "image-1.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await chat.chooseModel(models.tooled);

    // A program of the operator's, refused; the model is told.
    await chat.ask('bench__get-sum {"a":2,"b":40}');
    await expect(asking(page)).toContainText("bench");
    await decide(page, "deny");
    await expect(chat.answer).toContainText("did not allow");
    await chat.expectDone();
    await chat.ask('bench__get-sum {"a":2,"b":40}');
    await decide(page, "once");
    await expect(chat.answer).toContainText("42");
    await chat.expectDone();

    // A server that asks while its tool runs; the form is there after a reload.
    await chat.ask("Everything__trigger-elicitation-request {}");
    await decide(page, "once");
    const question = page.getByRole("region", { name: questionText("label", { source: "Everything" }) });
    await expect(question).toContainText("Please provide inputs");
    await page.reload();
    await question.getByLabel("String", { exact: true }).fill("Mira");
    await question.getByLabel(questionText("optional", { field: "String with email format" })).fill("nobody");
    await question.getByRole("button", { name: questionText("submit"), exact: true }).click();
    await expect(question).toContainText(questionText("reason.format"));
    await question
      .getByLabel(questionText("optional", { field: "String with email format" }))
      .fill("mira@example.org");
    await question.getByRole("button", { name: questionText("submit"), exact: true }).click();
    await expect(question).toContainText(questionText("state.accepted"));
    await expect(chat.answer).toContainText("Email: mira@example.org");
    await expect(chat.answer).toContainText("Favorite Integer: 42");
    await chat.expectDone();

    // Stopped while it waits.
    await chat.ask("bench__get-sum {}");
    await expect(asking(page)).toBeVisible();
    await chat.stopButton.click();
    await expect(asking(page)).toBeHidden();
    await expect(chat.answer).toContainText(chatText("answer_stopped"));

    // Off in this conversation.
    await page.getByRole("button", { name: text("chat_tools"), exact: true }).click();
    const inChat = page.getByRole("switch", { name: text("use_in_chat", { name: "Everything" }) });
    await inChat.click();
    await expect(inChat).not.toBeChecked();
    await page.getByRole("switch", { name: text("use_in_chat", { name: "bench" }) }).click();
    await page.keyboard.press("Escape");
    await chat.ask("Nothing to use here");
    await expect(chat.answer).toContainText("Nothing to use here");
    await chat.expectDone();

    // What was said for good can be seen and taken back; what is removed is gone.
    await page.goto(`${origin}/settings/tools`);
    await card(page, "Everything")
      .getByRole("button", { name: /enabled/ })
      .click();
    const rule = card(page, "Everything").getByRole("combobox", { name: /Echo/ });
    await expect(rule).toContainText(text("rule.always"));
    await card(page, "Everything")
      .getByRole("switch", { name: text("offer", { tool: "Echo" }) })
      .click();
    await expect(rule).toBeHidden();
    await card(page, "Everything")
      .getByRole("button", { name: text("more_for", { name: "Everything" }) })
      .click();
    await page.getByRole("menuitem", { name: text("remove"), exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: text("remove"), exact: true })
      .click();
    await expect(card(page, "Everything")).toBeHidden();
  });

  await test.step("the official MCP client searches and reads a person's own library", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Where does the heron stand?");
    await chat.expectDone();
    const { secret } = await call<{ secret: string }>(connected, "POST", "/api/gateway/keys", {
      name: "Library",
      scopes: ["mcp"],
    });
    const transport = (key: string) =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      });

    const stranger = new Client({ name: "journey", version: "1" });
    await expect(stranger.connect(transport("ens_nobody"))).rejects.toThrow();
    const client = new Client({ name: "journey", version: "1" });
    await client.connect(transport(secret));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_library", "read_conversation"]);
    const found = await client.callTool({ name: "search_library", arguments: { query: "heron" } });
    const [hit] = (found.structuredContent as { results: { conversation_id: string }[] }).results;
    expect(hit).toBeDefined();
    const read = await client.callTool({
      name: "read_conversation",
      arguments: { conversation_id: hit?.conversation_id },
    });
    expect(JSON.stringify(read.content)).toContain("Where does the heron stand?");
    await client.close();
  });
});
