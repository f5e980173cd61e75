import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { moveEngines } from "../harness/engines.ts";
import { Site } from "../harness/extension.ts";
import { FirefoxBrowser } from "../harness/firefox.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const overlay = textsOf("page");
const translation = textsOf("translation");
const search = textsOf("search_assistant");
const corpus = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");

const ENGINES_FILE = join(tmpdir(), `ensemble-engines-firefox-${process.pid}.json`);
test.use({ settings: { ENSEMBLE__SEARCH__ENGINES_FILE: ENGINES_FILE } });
// Another browser starts beside the one of the journeys.
test.setTimeout(180_000);

test("translates a page in Firefox, and gives it back as it was", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.quoting);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(corpus("pages/right-to-left.html"));
  try {
    const panel = await firefox.signIn(server.url, olivia);
    await firefox.runInPages(panel);
    const page = await firefox.open(site.url);
    await firefox.tabAt(site.url);
    const body = () => firefox.ask(page, "document.body.innerHTML");
    const shown = (words: string) =>
      firefox.ask(
        page,
        `[...document.querySelectorAll("ensemble-translation[data-state=translated]")].some((one) => one.textContent.includes(${JSON.stringify(words)}))`,
      );
    await expect.poll(() => firefox.lookAtLayers(panel, site.url, "Ensemble")).not.toBeNull();
    const before = await body();

    await firefox.press(panel, text("settings_back"));
    await firefox.press(panel, text("settings_translation"));
    await firefox.press(panel, translation("menu_page"));
    await firefox.pressInLayer(panel, page, site.url, overlay("receipt_keep"));
    expect(await body()).toBe(before);
    await firefox.press(panel, translation("menu_page"));
    await firefox.pressInLayer(panel, page, site.url, overlay("receipt_send"));
    await expect.poll(() => shown("«المنارة القديمة تبقى في مكانها»"), { timeout: 30_000 }).toBe(true);
    // Links and code are the page's own.
    const keeper = `[...document.querySelectorAll("ensemble-translation")].find((one) => one.textContent.includes("يكتب الحارس"))`;
    await expect
      .poll(() => firefox.ask(page, `${keeper}?.querySelector("code")?.textContent`))
      .toBe("lamp --on");
    expect(await firefox.ask(page, `${keeper}.querySelector("a").getAttribute("href")`)).toBe("/keeper");
    await firefox.pressInLayer(panel, page, site.url, translation("show_original"));
    await expect.poll(body).toBe(before);
  } finally {
    await firefox.stop();
    site.stop();
  }
});

test("answers beside search results in Firefox when it is wanted", async ({ connected, server }) => {
  await moveEngines(ENGINES_FILE, { google: "/search" });
  await chooseDefaultModel(connected, models.citing);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(corpus("results-google.html"));
  const url = `${site.url}/search?q=arden+lamp`;
  try {
    const panel = await firefox.signIn(server.url, olivia);
    await firefox.runInPages(panel);
    const page = await firefox.open(url);
    await firefox.tabAt(site.url);
    const chats = async () =>
      (await call<{ items: unknown[] }>(connected, "GET", "/api/chat/conversations")).items.length;

    await firefox.pressInLayer(panel, page, url, search("offer"));
    await expect.poll(() => firefox.lookAtLayers(panel, url, overlay("receipt_send"))).not.toBeNull();
    const receipt = String(await firefox.lookAtLayers(panel, url, null));
    for (const leaves of ["arden lamp", "burns rapeseed oil", server.url]) expect(receipt).toContain(leaves);
    for (const secret of ["hunter2", "nobody sees"]) expect(receipt).not.toContain(secret);
    expect(await chats()).toBe(0);
    await firefox.pressInLayer(panel, page, url, overlay("receipt_send"));
    await expect
      .poll(() => firefox.lookAtLayers(panel, url, overlay("continue")), { timeout: 30_000 })
      .not.toBeNull();
    const answered = String(await firefox.lookAtLayers(panel, url, null));
    expect(answered).toContain("The lamp burns oil");
    expect(answered).toContain("lights.example.org");
    expect(await chats()).toBe(1);
    await firefox.pressInLayer(panel, page, url, overlay("off_here", { host: "127.0.0.1" }));
    await expect.poll(() => firefox.lookAtLayers(panel, url, null)).not.toContain(search("label"));
  } finally {
    await firefox.stop();
    site.stop();
    await rm(ENGINES_FILE, { force: true });
  }
});
