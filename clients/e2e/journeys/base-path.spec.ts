import { Buffer } from "node:buffer";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const chatText = textsOf("chat");
const sharingText = textsOf("sharing");

test.use({ basePath: "/ensemble", serviceWorkers: "allow" });

// issue 29 §3
test("everything of a server under a path of its host is below that path", async ({
  connected: page,
  server,
  anotherBrowser,
}) => {
  const { origin } = new URL(server.url);
  const outside: string[] = [];
  page.context().on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin === origin && !url.pathname.startsWith("/ensemble/")) outside.push(url.pathname);
  });
  await importArchive(page, chatArchive("Tides", ["The **moon** pulls."]));
  await page.reload();

  const chat = new Chat(page);
  await chat.openNew();
  await chat.attach("note.txt", Buffer.from("High water is at noon."), "text/plain");
  await chat.chooseModel(models.echo);
  await chat.ask('````html artifact="list" title="My list"\n<h1>List</h1>\n````');
  await chat.expectDone();
  await chat.answer.getByRole("button", { name: "My list" }).click();
  const preview = page.frameLocator('iframe[src="/ensemble/artifact.html"]:not(.opacity-0)');
  await expect(preview.getByRole("heading", { name: "List" })).toBeVisible();
  await expect(page).toHaveURL(/\/ensemble\/home\/chat\/[^/]+\/[0-9a-f-]{36}/);
  await page.reload();
  await expect(chat.answer).toBeVisible();

  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${server.url}/`);

  await chat.act("Tides", chatText("share_chat"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: sharingText("make_link") }).click();
  const address = await dialog.getByLabel(sharingText("address")).inputValue();
  expect(address).toMatch(new RegExp(`^${server.url}/s/[0-9A-Za-z]{22}$`));
  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(address.replace("/s/", "/ar/s/"));
  await expect(visitor.getByRole("heading", { name: "Tides" })).toBeVisible();
  expect(outside).toEqual([]);
});
