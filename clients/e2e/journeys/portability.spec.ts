import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { archiveFixture, chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("portability");
const chatText = textsOf("chat");

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/json", buffer });
}

test("an archive is looked through, imported once and found; a chat is saved in every format", async ({
  operator,
  server,
}) => {
  await test.step("a file that is no archive says so", async () => {
    await visit(operator, `${server.url}/settings/data`);
    await choose(operator, "holiday.json", Buffer.from("not json"));
    await expect(operator.getByText(textsOf("problems")("portability.unreadable"))).toBeVisible();
  });

  await test.step("an archive of ChatGPT is looked through, imported once, and found", async () => {
    await visit(operator, `${server.url}/settings/data`);
    await choose(operator, "conversations-000.json", archiveFixture("chatgpt-000.json"));
    const card = operator.getByRole("article", { name: "conversations-000.json" }).first();
    await expect(card.getByText(text("state.checked"), { exact: true })).toBeVisible();
    await expect(card.getByRole("row", { name: new RegExp(text("conversations")) })).toContainText("1");
    await card.locator("summary").click();
    await expect(card.getByText("engine.pdf")).toBeVisible();
    await card.getByRole("button", { name: text("import_now") }).click();
    await expect(card.getByText(text("state.done"), { exact: true })).toBeVisible();

    await choose(operator, "conversations-000.json", archiveFixture("chatgpt-000.json"));
    const again = operator.getByRole("button", { name: text("import_anyway") });
    await expect(again, "nothing of it is new").toBeVisible();

    await choose(operator, "MyActivity.html", archiveFixture("gemini.html"));
    const page = operator.getByRole("article", { name: "MyActivity.html" });
    await expect(page.getByText(text("state.checked"), { exact: true })).toBeVisible();
    await page.locator("summary").click();
    await expect(page.getByText(text("reason.time_zone")).first()).toBeVisible();

    await visit(operator, `${server.url}/home/chat`);
    const chat = new Chat(operator);
    await chat.list.getByText("Steam engines").first().click();
    await expect(chat.answer).toContainText("Watt improved");
  });

  await test.step("a chat is saved in every format", async () => {
    const diagram =
      "```mermaid\ngraph TD\n  A[Start] --> B[جاهز]\n```\n\n```mermaid\ngraph TD\n  A[[[ -->\n```";
    const answer = `## مرحبا\n\n| a | b |\n|---|---|\n| 1 | 你好 |\n\n\`code\`\n\n${diagram}`;
    // Printing opens a window of the system: here it is only seen to be asked for, by the frame that is printed.
    await operator.addInitScript(() => {
      window.print = () => {
        const page = window.top as unknown as { printed?: string };
        page.printed = document.body.innerHTML;
      };
    });
    await importArchive(operator, chatArchive("Formats", [answer]));
    await operator.reload();
    const chat = new Chat(operator);
    const save = async (format: string): Promise<Buffer> => {
      await chat.act("Formats", chatText("export_chat"));
      const download = operator.waitForEvent("download");
      await operator
        .getByRole("dialog")
        .getByRole("button", { name: text(`format_hint.${format}`) })
        .click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^Formats\.\w+$/);
      await expect(operator.getByRole("dialog")).toBeHidden();
      return bytesOf(file);
    };
    expect((await save("markdown")).toString()).toContain("| 1 | 你好 |");
    const html = (await save("html")).toString();
    expect(html).toContain('<h3 dir="auto">مرحبا</h3>');
    expect(html.match(/<figure class="diagram"><img src="data:image\/svg\+xml;base64,/g)).toHaveLength(1);
    expect(html, "what cannot be drawn stays code").toContain("A[[[ --&gt;");
    expect((await save("csv")).toString()).toContain("1,你好");
    expect((await save("xlsx")).subarray(0, 2).toString()).toBe("PK");
    const word = (await save("docx")).toString("latin1");
    expect(word).toContain("word/media/picture1.png");
    expect(word).not.toContain("word/media/picture2.png");
    expect(JSON.parse((await save("json")).toString()).messages).toHaveLength(2);
    const picture = await save("picture");
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.length, "something is drawn").toBeGreaterThan(5_000);

    await chat.act("Formats", chatText("export_chat"));
    await operator
      .getByRole("dialog")
      .getByRole("button", { name: text("format_hint.pdf") })
      .click();
    const printed = () => operator.evaluate(() => (window as unknown as { printed?: string }).printed ?? "");
    await expect.poll(printed).toContain("مرحبا");
    expect(await printed()).toContain('<figure class="diagram">');
  });
});

test("a whole account comes back byte for byte", async ({ operator, member, server }) => {
  await importArchive(operator, archiveFixture("open_webui.json"));
  const download = async (page: Page): Promise<Buffer> => {
    await visit(page, `${server.url}/settings/data`);
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: text("download_archive") }).click();
    return bytesOf(await file);
  };
  const archive = await download(operator);
  expect((await download(operator)).equals(archive)).toBe(true);
  // On the same server its ids are taken: the member gets nothing of it, and is told.
  await visit(member, `${server.url}/settings/data`);
  await choose(member, "mine.zip", archive);
  const card = member.getByRole("article", { name: "mine.zip" });
  await card.getByRole("button", { name: text("import_now") }).click();
  await expect(card.getByText(text("reason.belongs_to_others")).first()).toBeAttached();
});
