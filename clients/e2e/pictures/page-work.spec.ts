import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { moveEngines } from "../harness/engines.ts";
import { ExtensionBrowser } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { models, test } from "../harness/test.ts";
import { sayIn } from "../harness/texts.ts";
import { Camera, type Look, looks } from "./camera.ts";

const corpus = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");
const PAGES: Readonly<Record<string, string>> = {
  "/news": corpus("pages/news.html"),
  "/rtl": corpus("pages/right-to-left.html"),
  "/compose": corpus("mail-composer.html"),
  "/search": corpus("results-google.html"),
};
const NAMES = [
  ...["translated", "translated-rtl", "untranslated", "field"],
  ...["search-offer", "search-answer", "search-narrow", "memo", "grammar"],
].map((name) => `over-page-${name}`);

const ENGINES_FILE = join(tmpdir(), `ensemble-engines-pictures-${process.pid}.json`);
test.use({ settings: { ENSEMBLE__SEARCH__ENGINES_FILE: ENGINES_FILE } });

/**
 * Captures other sites changed by the extension: translated, with answers beside results, saved, corrected.
 */
for (const look of looks)
  test(`pictures of what is done in pages, ${look.theme} ${look.locale}`, async ({
    connected,
    server,
    browser,
  }) => {
    test.setTimeout(300_000);
    const camera = new Camera(browser, "wide");
    if (!NAMES.some((name) => camera.wants(name, look))) return;
    await moveEngines(ENGINES_FILE, { google: "/search" });
    await call(connected, "PATCH", "/api/accounts/settings", look);
    const extension = await ExtensionBrowser.start({
      dark: look.theme === "dark",
      ...(look.locale === "en" ? {} : { locale: look.locale }),
    });
    const [site, close] = await serve();
    try {
      await photograph({ camera, look, extension, connected, server: server.url, site });
    } finally {
      await extension.stop();
      close();
      await rm(ENGINES_FILE, { force: true });
    }
    camera.expectNoFaults();
  });

async function serve(): Promise<[string, () => void]> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGES[pathname] ?? "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return [
    `http://127.0.0.1:${port}`,
    () => {
      server.close();
      server.closeAllConnections();
    },
  ];
}

interface Scene {
  camera: Camera;
  look: Look;
  extension: ExtensionBrowser;
  connected: Page;
  server: string;
  site: string;
}

async function photograph({ camera, look, extension, connected, server, site }: Scene): Promise<void> {
  const say = sayIn(look.locale);
  const [page, translation] = [(key: string) => say("page", key), (key: string) => say("translation", key)];
  const panel = await extension.signIn(server, olivia);
  await extension.openTranslationSettings(panel, look.locale);
  await panel.getByRole("switch", { name: translation("panel_input"), exact: true }).click();
  const tab = await extension.context.newPage();
  await tab.setViewportSize({ width: 1200, height: 800 });
  const layers = extension.layersOf(tab);
  const shoot = (name: string) => camera.shoot(tab, `over-page-${name}`, look, { ours: false });
  const places = (state: string) => tab.locator(`ensemble-translation[data-state="${state}"]`);
  const translate = async (path: string) => {
    await tab.goto(site + path);
    await layers.waitFor("Ensemble");
    await extension.say("commands.onCommand", "translate-page", await extension.tabOf(tab));
  };

  // Into a language that is neither's, so that every page has something to translate.
  await panel.getByRole("combobox", { name: translation("panel_target"), exact: true }).click();
  await panel
    .getByRole("option", {
      name: new Intl.DisplayNames([look.locale], { type: "language" }).of("de"),
      exact: true,
    })
    .click();
  await tab.bringToFront();
  await chooseDefaultModel(connected, models.quotingBroken);
  await translate("/news");
  await layers.press(page("receipt_send"));
  await expect(places("failed").first()).toBeVisible();
  await expect(places("translating")).toHaveCount(0);
  await shoot("untranslated");
  await chooseDefaultModel(connected, models.quoting);
  await layers.press(translation("retry"));
  await expect(places("failed")).toHaveCount(0);
  await expect(places("translating")).toHaveCount(0);
  await shoot("translated");
  await translate("/rtl");
  await expect(places("translated").first()).toBeVisible();
  await expect(places("translating")).toHaveCount(0);
  await shoot("translated-rtl");

  await tab.goto(`${site}/compose`);
  await layers.waitFor("Ensemble");
  const note = tab.locator("#note");
  await note.fill("");
  await tab.keyboard.type("Bad weather   ");
  await expect(note).toHaveValue(/«/);
  await chooseDefaultModel(connected, models.unauthorized);
  await note.fill("");
  await tab.keyboard.type("Worse weather   ");
  await layers.waitFor(translation("retry"));
  await shoot("field");
  await layers.press(translation("close"));

  await tab.locator("article p").first().click({ clickCount: 3 });
  await layers.press(page("more"));
  await layers.press(page("keep"));
  await layers.waitFor(page("open_memo"));
  await shoot("memo");
  await layers.press(page("close"));

  await note.fill("She go to school. He have a apple, and they is late.");
  await note.focus();
  await layers.press(say("writing", "label"));
  await layers.press(say("writing", "grammar"));
  await expect
    .poll(() => layers.find(say("writing", "accept", { option: "goes", wrong: "go" })), { timeout: 90_000 })
    .not.toBeNull();
  await shoot("grammar");

  await chooseDefaultModel(connected, models.citing);
  await tab.goto(`${site}/search?q=arden+lamp`);
  await layers.waitFor(say("search_assistant", "offer"));
  await shoot("search-offer");
  await layers.press(say("search_assistant", "offer"));
  await layers.waitFor(page("continue"));
  await shoot("search-answer");
  await tab.setViewportSize({ width: 700, height: 800 });
  await tab.goto(`${site}/search?q=arden+harbour`);
  await layers.waitFor(say("search_assistant", "offer"));
  await shoot("search-narrow");
}
