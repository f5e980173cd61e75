import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { models, test } from "../harness/test.ts";
import { sayIn } from "../harness/texts.ts";
import { Camera, looks } from "./camera.ts";

const corpus = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");

const NAMES = ["avatar", "marked", "more", "receipt", "answer", "writing", "improve", "difference"].map(
  (name) => `over-page-${name}`,
);

/**
 * Captures the extension's layers over other sites. They are in a shadow root, so only pictures show their
 * appearance.
 */
for (const look of looks)
  test(`pictures of what lies over pages, ${look.theme} ${look.locale}`, async ({
    connected,
    server,
    browser,
  }) => {
    test.setTimeout(240_000);
    const camera = new Camera(browser, "wide");
    if (!NAMES.some((name) => camera.wants(name, look))) return;
    const say = sayIn(look.locale);
    const text = (key: string, values?: Record<string, string>) => say("page", key, values);
    const writing = (key: string) => say("writing", key);
    await chooseDefaultModel(connected, models.writer);
    await call(connected, "PATCH", "/api/accounts/settings", look);
    const extension = await ExtensionBrowser.start({
      dark: look.theme === "dark",
      ...(look.locale === "en" ? {} : { locale: look.locale }),
    });
    const site = await Site.serve(corpus("mail-composer.html"));
    try {
      const panel = await extension.signIn(server.url, olivia);
      await extension.runInPages(panel, look.locale);
      const tab = await extension.context.newPage();
      await tab.setViewportSize({ width: 1000, height: 800 });
      await tab.goto(`${site.url}/compose`);
      const layers = extension.layersOf(tab);
      const shoot = (name: string) => camera.shoot(tab, `over-page-${name}`, look, { ours: false });

      await layers.press("Ensemble");
      await layers.waitFor(text("off_here", { host: "127.0.0.1" }));
      await shoot("avatar");
      await tab.keyboard.press("Escape");
      await tab.locator("article p").first().click({ clickCount: 3 });
      await layers.waitFor(text("copy"));
      await shoot("marked");
      await layers.press(text("more"));
      await layers.waitFor(text("off_everywhere"));
      await shoot("more");
      await tab.keyboard.press("Escape");
      await tab.locator("article p").first().click({ clickCount: 3 });
      await layers.press(text("ask"));
      await layers.waitFor(text("question"));
      await tab.keyboard.type("When do we meet?");
      await layers.press(text("send"));
      await layers.waitFor(text("receipt_send"));
      await shoot("receipt");
      await layers.press(text("receipt_send"));
      await layers.waitFor(text("continue"));
      await shoot("answer");
      await layers.press(text("close"));

      const note = tab.locator("#note");
      await note.fill("Hello. We perhaps meet on Friday.");
      await note.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 33));
      await note.focus();
      await layers.press(writing("label"));
      await layers.waitFor(writing("improve"));
      await shoot("writing");
      await layers.press(writing("improve"));
      await layers.waitFor(writing("improve_confident"));
      await shoot("improve");
      await layers.press(writing("improve_confident"));
      await layers.waitFor(writing("replace"));
      await shoot("difference");
    } finally {
      await extension.stop();
      site.stop();
    }
    camera.expectNoFaults();
  });
