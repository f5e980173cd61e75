import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const translation = textsOf("translation");

const PAGE = `<!doctype html><html lang="en"><title>Arden</title><h1>Arden</h1><p id="story">The lamp burns oil.</p><p style="height:500px"></p>
  <textarea id="note"></textarea><input name="cardnumber"></html>`;

test("answers go on where a panel was closed, and copies and fields keep what was typed", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE, { "permissions-policy": "clipboard-write=(), clipboard-read=()" });
  try {
    const panel = await browser.signIn(server.url, olivia);
    await test.step("what is marked is copied where a page forbids the clipboard, and a field keeps what was typed meanwhile", async () => {
      await browser.openTranslationSettings(panel);
      await panel.getByRole("switch", { name: translation("panel_input"), exact: true }).click();
      const { tab, layers } = await browser.openTab(site.url);
      await layers.waitFor("Ensemble");
      const note = tab.locator("#note");

      await tab.locator("#story").click({ clickCount: 3 });
      await layers.press(page("copy"));
      await expect.poll(() => layers.find(page("ask"))).toBeNull();
      await note.click();
      await tab.keyboard.press("Control+v");
      await expect(note).toHaveValue("The lamp burns oil.");

      // Translated too late: what is written there by now stays, and the translation can be had.
      await note.fill("");
      await tab.keyboard.type("Bad weather   ");
      await layers.waitFor(page("receipt_send"));
      await note.evaluate((field: HTMLTextAreaElement) => {
        field.value = "Good weather after all";
      });
      await layers.press(page("receipt_send"));
      await layers.waitFor(page("copy"));
      expect(await layers.text()).toContain(translation("field_changed"));
      await expect(note).toHaveValue("Good weather after all");
      await layers.press(page("copy"));
      await layers.waitFor(page("copied"));
      await layers.press(translation("close"));
      await note.fill("");
      await tab.keyboard.press("Control+v");
      await expect(note).toHaveValue("«Bad weather»");

      // A field of secrets by its name alone is never read.
      await tab.locator("[name=cardnumber]").click();
      await tab.keyboard.type("4111 1111   ");
      await note.click();
      await layers.waitFor(writing("label"));
      await expect(tab.locator("[name=cardnumber]")).toHaveValue("4111 1111   ");
      await tab.close();
    });

    // The site is known by now: it is not asked about again.
    await test.step("an answer goes on where its panel was closed, and ends where it was stopped", async () => {
      await chooseDefaultModel(connected, models.brief);
      const { tab, layers } = await browser.openTab(site.url);
      await layers.waitFor("Ensemble");
      const ask = async () => {
        await tab.locator("#story").click({ clickCount: 3 });
        await layers.press(page("ask"));
        await layers.waitFor(page("question"));
        await layers.type("Why?");
        await layers.press(page("send"));
      };
      await ask();
      await layers.waitFor(page("stop"));
      await layers.waitFor(page("continue"));
      await layers.press(page("close"));
      await expect.poll(() => states(connected)).toEqual(["completed"]);

      await chooseDefaultModel(connected, models.slow);
      await ask();
      await layers.waitFor(page("continue"));
      await layers.press(page("stop"));
      await layers.waitFor(page("again"));
      expect(await layers.text()).toContain(page("stopped"));
      await expect.poll(() => states(connected)).toEqual(["cancelled", "completed"]);
    });
  } finally {
    await browser.stop();
    site.stop();
  }
});

/** Returns the states of the newest answers, last first. */
async function states(person: Page): Promise<string[]> {
  const { items } = await call<{ items: { id: string }[] }>(person, "GET", "/api/chat/conversations");
  return Promise.all(
    items.map(async ({ id }) => {
      const { messages } = await call<{ messages: { role: string; state: string }[] }>(
        person,
        "GET",
        `/api/chat/conversations/${id}`,
      );
      return messages.findLast(({ role }) => role === "assistant")?.state ?? "none";
    }),
  );
}
