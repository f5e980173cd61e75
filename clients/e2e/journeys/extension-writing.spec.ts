import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const COMPOSER = readFileSync(join(repository, "clients/e2e/corpus/mail-composer.html"), "utf8");

test("checks grammar without a model, and writes with one, shown before anything is replaced", async ({
  operator,
  provider,
  server,
}) => {
  // The rules of grammar take long to load in a development build.
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(COMPOSER);
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const { tab, layers } = await browser.openTab(`${site.url}/compose`);
    const helper = writing("label");
    const note = tab.locator("#note");

    // security EX3: "password/card fields and `autocomplete=cc-*` never in payload"
    for (const field of ["#secret", "#user", "#card"]) {
      await tab.locator(field).click();
      expect(await layers.find(helper), field).toBeNull();
    }

    // Without a model: grammar alone is offered, each finding is accepted by itself, and undone by the page's own undo.
    await note.click();
    await tab.keyboard.type("She go to school.");
    await layers.press(helper);
    await layers.waitFor(writing("grammar"));
    await expect.poll(() => layers.text()).toContain(writing("no_model_grammar"));
    expect(await layers.find(writing("compose"))).toBeNull();
    await layers.press(writing("grammar"));
    await layers.waitFor(page("receipt_send"));
    expect(await layers.text()).toContain("She go to school.");
    await layers.press(page("receipt_send"));
    const goes = writing("accept", { option: "goes", wrong: "go" });
    await expect.poll(() => layers.find(goes), { timeout: 60_000 }).not.toBeNull();
    await layers.press(goes);
    await expect(note).toHaveValue("She goes to school.");
    await expect.poll(() => layers.text()).toContain(writing("all_done"));
    await layers.press(writing("done"));
    await expect(note).toBeFocused();
    await tab.keyboard.press("ControlOrMeta+z");
    await expect(note).toHaveValue("She go to school.");

    await call(operator, "POST", "/api/models/connections", {
      name: "Fake",
      protocol: "openai_compatible",
      base_url: provider.url,
      api_key: "sk-fake",
    });
    await chooseDefaultModel(operator, models.writer);

    // What is marked is made another; the difference is seen first, and the page hears of it as of typing.
    await note.fill("Hello. We perhaps meet on Friday.");
    await note.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 33));
    await layers.press(helper);
    await layers.press(writing("improve"));
    await layers.press(writing("improve_confident"));
    await layers.waitFor(writing("replace"));
    const difference = await layers.text();
    expect(difference).toContain("perhaps");
    expect(difference).toContain("at ten");
    await expect(note).toHaveValue("Hello. We perhaps meet on Friday.");
    await layers.press(writing("replace"));
    await expect(note).toHaveValue("Hello. We meet on Friday at ten.");
    const inputs = await tab.evaluate(() => (globalThis as never as { inputs: string[][] }).inputs);
    expect(inputs.at(-1)).toEqual(["note", "insertText"]);
    await tab.keyboard.press("ControlOrMeta+z");
    await expect(note).toHaveValue("Hello. We perhaps meet on Friday.");

    // A reply: what is quoted is what it answers, and stays where it is.
    const editor = tab.locator("#editor");
    await editor.locator("div").first().click();
    await layers.press(helper);
    await layers.press(writing("reply"));
    await layers.waitFor(writing("write"));
    expect(await layers.text()).toContain("The boat leaves at ten");
    await layers.type("Yes");
    await layers.press(writing("write"));
    await layers.press(writing("replace"));
    await expect(editor).toContainText("We meet on Friday at ten.");
    await expect(editor.locator("blockquote")).toContainText("could you come to the harbour");
    await expect(editor.locator("blockquote")).not.toContainText("We meet on Friday at ten.");

    // A text out of nothing, in the tone and length that were chosen.
    await note.fill("");
    await note.click();
    await layers.press(helper);
    await layers.press(writing("compose"));
    await layers.waitFor(writing("write"));
    await layers.type("Invite Ana to the harbour");
    await layers.press(writing("write"));
    await layers.waitFor(writing("replace"));
    await expect(note).toHaveValue("");
    await layers.press(writing("replace"));
    await expect(note).toHaveValue("We meet on Friday at ten.");

    // None of it is among the chats.
    const { items } = await call<{ items: unknown[] }>(operator, "GET", "/api/chat/conversations");
    expect(items).toHaveLength(0);

    await note.click();
    await layers.press(helper);
    await layers.press(page("off_here", { host: "127.0.0.1" }));
    await note.click();
    await expect.poll(() => layers.find(helper)).toBeNull();
  } finally {
    await browser.stop();
    site.stop();
  }
});
