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
const writing = textsOf("writing");
const corpus = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");

const ENGINES_FILE = join(tmpdir(), `ensemble-engines-firefox-${process.pid}.json`);
test.use({ settings: { ENSEMBLE__SEARCH__ENGINES_FILE: ENGINES_FILE } });

/** First text of each page. */
const OTHERS = {
  news: "«Harbour town votes to keep its old lighthouse",
  docs: "«Lamp configuration»",
  forum: "«I have a lens of the third order",
  feed: "«The ferry is late again",
} as const;
const FIELDS = `<!doctype html><html lang="en"><title>Arden</title><p id="one">The keeper writes down <b>the weather</b>.</p><p>Nobody asked.</p><textarea></textarea>`;

test("translates pages in Firefox, and gives them back as they were; what is pointed at, and fields too", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(corpus("sites/right-to-left.html"));
  const others: Site[] = [];
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
    await expect.poll(() => shown("«المنارة القديمة تبقى في مكانها»")).toBe(true);
    // Links and code are the page's own.
    const keeper = `[...document.querySelectorAll("ensemble-translation")].find((one) => one.textContent.includes("يكتب الحارس"))`;
    await expect
      .poll(() => firefox.ask(page, `${keeper}?.querySelector("code")?.textContent`))
      .toBe("lamp --on");
    expect(await firefox.ask(page, `${keeper}.querySelector("a").getAttribute("href")`)).toBe("/keeper");
    await firefox.pressInLayer(panel, page, site.url, translation("show_original"));
    await expect.poll(body).toBe(before);

    await firefox.chooseTranslation(panel, { target: "de", hoverKey: "Control", inputBox: true });
    for (const [name, said] of Object.entries(OTHERS)) {
      const other = await Site.serve(corpus(`sites/${name}.html`));
      others.push(other);
      await firefox.go(page, other.url);
      await expect.poll(() => firefox.lookAtLayers(panel, other.url, "Ensemble")).not.toBeNull();
      const original = await body();
      await firefox.pressKey("L");
      await expect.poll(() => shown(said), { message: name }).toBe(true);
      await firefox.pressKey("L");
      await expect.poll(body, { message: `${name} as it was` }).toBe(original);
    }
    const fields = await Site.serve(FIELDS);
    others.push(fields);
    await firefox.go(page, fields.url);
    await expect.poll(() => firefox.lookAtLayers(panel, fields.url, "Ensemble")).not.toBeNull();
    await firefox.pointAt(page, await firefox.placeOf(page, "#one b"));
    await firefox.type(page, "\uE009");
    await expect.poll(() => shown("«The keeper writes down the weather.»")).toBe(true);
    expect(await shown("Nobody asked")).toBe(false);
    await firefox.pressAt(page, await firefox.placeOf(page, "textarea"));
    await firefox.type(page, "Bad weather   ");
    await expect
      .poll(() => firefox.ask(page, `document.querySelector("textarea").value`))
      .toBe("«Bad weather»");
  } finally {
    await firefox.stop();
    for (const one of [site, ...others]) one.stop();
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
    await expect.poll(() => firefox.lookAtLayers(panel, url, overlay("continue"))).not.toBeNull();
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

test("helps to write in Firefox, with what changes shown before it does", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.writer);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(corpus("mail-composer.html"));
  try {
    const panel = await firefox.signIn(server.url, olivia);
    await firefox.runInPages(panel);
    const page = await firefox.open(site.url);
    await firefox.tabAt(site.url);
    const shown = () => firefox.lookAtLayers(panel, site.url, null).then(String);
    const has = (name: string) => firefox.lookAtLayers(panel, site.url, name).then((place) => place !== null);
    const press = (name: string) => firefox.pressInLayer(panel, page, site.url, name);
    const goTo = async (selector: string) => firefox.pressAt(page, await firefox.placeOf(page, selector));
    const note = () => firefox.ask(page, `document.querySelector("#note").value`);
    await expect.poll(() => has("Ensemble")).toBe(true);

    // Nothing is offered where secrets are typed.
    for (const field of ["#secret", "#card"]) {
      await goTo(field);
      expect(await has(writing("label")), field).toBe(false);
    }

    // Grammar, which needs no model; each mistake by itself, and back by the page's own undo.
    await goTo("#note");
    await firefox.type(page, "She go to school.");
    await press(writing("label"));
    await press(writing("grammar"));
    await expect.poll(() => has(overlay("receipt_send"))).toBe(true);
    expect(await shown()).toContain("She go to school.");
    await press(overlay("receipt_send"));
    const goes = writing("accept", { option: "goes", wrong: "go" });
    // The rules of grammar take long to load in a development build.
    await expect.poll(() => has(goes), { timeout: 60_000 }).toBe(true);
    await press(goes);
    await expect.poll(note).toBe("She goes to school.");
    await press(writing("done"));
    await firefox.control(page, "z");
    await expect.poll(note).toBe("She go to school.");

    // What is there is made another; the difference is seen first. What came back is marked until somebody goes on.
    await goTo("#note");
    await press(writing("label"));
    await press(writing("improve"));
    await press(writing("improve_confident"));
    await expect.poll(() => has(writing("replace"))).toBe(true);
    const difference = await shown();
    for (const word of ["school", "Friday"]) expect(difference).toContain(word);
    expect(await note()).toBe("She go to school.");
    await press(writing("replace"));
    await expect.poll(note).toBe("We meet on Friday at ten.");
    await firefox.control(page, "z");
    await expect.poll(note).toBe("She go to school.");

    // A reply in a field that is no plain text: what is quoted stays.
    await goTo("#editor > div");
    await press(writing("label"));
    await press(writing("reply"));
    await expect.poll(shown).toContain("The boat leaves at ten");
    await firefox.type(page, "Yes");
    await press(writing("write"));
    await press(writing("replace"));
    const editor = (part: string) =>
      firefox.ask(page, `document.querySelector(${JSON.stringify(part)}).textContent`);
    await expect.poll(() => editor("#editor")).toContain("We meet on Friday at ten.");
    expect(await editor("#editor blockquote")).toContain("could you come to the harbour");
    expect(await editor("#editor blockquote")).not.toContain("We meet on Friday at ten.");
    const { items } = await call<{ items: unknown[] }>(connected, "GET", "/api/chat/conversations");
    expect(items).toHaveLength(0);
  } finally {
    await firefox.stop();
    site.stop();
  }
});
