import { Chat } from "../harness/chat.ts";
import { ExtensionBrowser } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");

test("is called from the address bar: finds chats, and begins new ones", async ({ connected, server }) => {
  const browser = await ExtensionBrowser.start();
  try {
    const panel = await browser.openPanel();
    // Before a server is chosen, words lead to where that is done.
    const first = browser.context.waitForEvent("page");
    await browser.say("omnibox.onInputEntered", "lamps", "newForegroundTab");
    await expect((await first).getByText(text("server_title"))).toBeVisible();
    await (await first).close();
    await panel.close();

    await chooseDefaultModel(connected, models.echo);
    const signedIn = await browser.signIn(server.url, olivia);
    const chat = new Chat(signedIn);
    await chat.ask("Who trims the lamps of Arden?");
    await chat.expectDone();
    await expect.poll(() => browser.offeredFor("lamps")).toHaveLength(1);
    const [found] = await browser.offeredFor("lamps");
    expect(found?.content).toMatch(/^\/home\/chat\/chat\/[0-9a-f-]{36}$/);

    const opened = browser.context.waitForEvent("page");
    await browser.say("omnibox.onInputEntered", found?.content, "newForegroundTab");
    const there = await opened;
    await expect(new Chat(there).questions).toContainText("Who trims the lamps of Arden?");
    await there.bringToFront();
    await browser.say("omnibox.onInputEntered", "and who built it?", "currentTab");
    await expect(new Chat(there).field).toHaveValue("and who built it?");
    expect(new URL(there.url()).pathname).toBe("/home/chat");
  } finally {
    await browser.stop();
  }
});
