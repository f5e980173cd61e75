import { Chat } from "../harness/chat.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { PageWatch } from "../harness/watch-page.ts";

const text = textsOf("extension");
const accounts = textsOf("accounts");

const PARAGRAPH =
  "The lighthouse of Arden was built in eighteen hundred and four, and its keeper wrote down the weather each evening. ";
const PAGE = `<!doctype html><html lang="en"><head><title>The lighthouse of Arden</title></head><body>
  <nav><a href="/a">Home</a> <a href="/b">Shop</a> <a href="/c">Imprint and other small things</a></nav>
  <main><article><h1>The lighthouse of Arden</h1>
    <p>${PARAGRAPH.repeat(4)}</p><p>Its lamp burns rapeseed oil. ${PARAGRAPH.repeat(3)}</p>
    <p style="display:none">a sentence that nobody sees</p>
  </article></main>
  <form><input type="password" value="hunter2"><textarea>a private thought</textarea></form>
  <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">
</body></html>`;

// spec §7: "Unrecognised events raise "Untrusted event"."
test("signs in through a tab, asks about the page beside it, and shows first what leaves", async ({
  connected,
  server,
}) => {
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  const watch = new PageWatch();
  watch.watch(browser.context);
  try {
    const panel = await browser.openPanel();
    await panel.getByLabel(text("server_label")).fill("http://example.com");
    await panel.getByRole("button", { name: text("server_connect") }).click();
    await expect(panel.getByText(text("server_wrong"))).toBeVisible();
    await panel.getByLabel(text("server_label")).fill(server.url);
    await panel.getByRole("button", { name: text("server_connect") }).click();

    // The tab is an ordinary one: the person signs in as always, and says yes.
    const opened = browser.context.waitForEvent("page");
    await panel.getByRole("button", { name: text("sign_in"), exact: true }).click();
    const tab = await opened;
    await tab.getByLabel(accounts("email")).fill(olivia.email);
    await tab.getByLabel(accounts("password"), { exact: true }).fill(olivia.password);
    await tab.keyboard.press("Enter");
    await expect(tab.getByRole("heading", { name: accounts("authorize_title") })).toBeVisible();
    await expect(tab.getByText("Chrome extension on Linux")).toBeVisible();
    const closed = tab.waitForEvent("close");
    await tab.getByRole("button", { name: accounts("authorize_allow"), exact: true }).click();
    await closed;

    const chat = new Chat(panel);
    await expect(chat.field).toBeFocused();
    await chat.chooseModel(models.echo);

    // What is in no table is nobody's to answer.
    const send = (message: unknown) =>
      panel.evaluate(
        (sent) => (globalThis as never as { chrome: Chrome }).chrome.runtime.sendMessage(sent),
        message,
      );
    expect(await send({ name: "read everything" })).toEqual({ error: "Untrusted event" });
    expect(await send("hello")).toEqual({ error: "Untrusted event" });

    const page = await browser.context.newPage();
    await page.goto(`${site.url}/arden?token=secret#part`);
    await page.getByRole("textbox").last().fill("a private thought, and more");
    await panel.bringToFront();
    await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
    const chip = panel.locator('[data-page="ready"]');
    await expect(chip).toContainText("The lighthouse of Arden");

    // Kept back, nothing has left, and what was typed is still there.
    await chat.ask("What does the lamp burn?");
    const receipt = panel.getByRole("dialog", { name: text("receipt_title") });
    await expect(receipt).toContainText("rapeseed oil");
    await expect(receipt).toContainText(`${site.url}/arden`);
    for (const secret of ["hunter2", "private thought", "nobody sees", "token=secret", "Imprint"])
      await expect(receipt).not.toContainText(secret);
    await receipt
      .getByRole("button", { name: text("receipt_keep"), exact: true })
      .last()
      .click();
    await expect(chat.field).toHaveValue("What does the lamp burn?");

    await chat.field.press("Enter");
    await receipt.getByRole("button", { name: text("receipt_send"), exact: true }).click();
    await chat.expectDone();
    await expect.poll(() => chat.answerText()).toContain("rapeseed oil");
    expect(await chat.answerText()).not.toContain("hunter2");

    // A second time, the site is known: no question.
    await panel
      .getByRole("button", { name: text("page_sent", { title: "The lighthouse of Arden" }) })
      .click();
    await expect(chip).toBeVisible();
    await chat.ask("And who wrote?");
    await expect(chat.questions).toHaveCount(2);
    await chat.expectDone();

    await panel.getByRole("link", { name: textsOf("chat")("conversations") }).click();
    await expect(chat.list).toContainText("What does the lamp burn?");
    await panel.getByRole("link", { name: text("tab_settings") }).click();
    await panel.getByRole("link", { name: text("sent_title") }).click();
    await expect(panel.getByText("The lighthouse of Arden").first()).toBeVisible();
    await expect(
      panel.getByRole("button", { name: text("site_forget", { site: "127.0.0.1" }) }),
    ).toBeVisible();

    // Forgotten, the site is asked about anew, and the list is empty of it.
    await panel.getByRole("button", { name: text("site_forget", { site: "127.0.0.1" }) }).click();
    await expect(panel.getByText(text("sites_none"))).toBeVisible();
    await panel.getByRole("button", { name: text("sent_forget"), exact: true }).click();
    await expect(panel.getByText("The lighthouse of Arden")).toHaveCount(0);
    await panel.getByRole("link", { name: text("tab_new_chat"), exact: true }).click();
    await page.bringToFront();
    await panel.bringToFront();
    await panel.locator("[data-page]").getByRole("button").first().click();
    await expect(chip).toContainText("The lighthouse of Arden");
    await chat.ask("What does it say of rocks?");
    await expect(receipt).toContainText("rapeseed oil");
    await receipt
      .getByRole("button", { name: text("receipt_keep"), exact: true })
      .last()
      .click();
    await expect(chat.field).toHaveValue("What does it say of rocks?");

    // It is a device like others: signed out from the web, the panel says so.
    await visit(connected, `${server.url}/settings/devices`);
    await expect(connected.getByText("Chrome extension on Linux")).toBeVisible();
    await connected.getByRole("button", { name: accounts("sign_out_others"), exact: true }).click();
    await expect(panel.getByText(text("refusal_ended"))).toBeVisible();
    expect(watch.problems).toEqual([]);
  } finally {
    await browser.stop();
    site.stop();
  }
});

interface Chrome {
  runtime: { sendMessage(message: unknown): Promise<unknown> };
}
