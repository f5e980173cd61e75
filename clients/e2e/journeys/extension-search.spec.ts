import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { moveEngines } from "../harness/engines.ts";
import { ExtensionBrowser } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const page = textsOf("page");
const search = textsOf("search_assistant");
const corpus = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");

/** Results pages by their path on this computer. */
const PAGES: Record<string, string> = {
  "/search": corpus("results-google.html"),
  "/b/search": corpus("results-bing.html"),
};

const ENGINES_FILE = join(tmpdir(), `ensemble-engines-${process.pid}.json`);
test.use({ settings: { ENSEMBLE__SEARCH__ENGINES_FILE: ENGINES_FILE } });

// spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
test("answers beside search results when it is wanted, and cites them", async ({ connected, server }) => {
  await moveEngines(ENGINES_FILE, { google: "/search", bing: "/b/search" });
  await chooseDefaultModel(connected, models.citing);
  const browser = await ExtensionBrowser.start();
  const engine = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGES[pathname] ?? "");
  });
  await new Promise<void>((done) => engine.listen(0, "127.0.0.1", done));
  const { port } = engine.address() as { port: number };
  const site = `http://127.0.0.1:${port}`;
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const { tab, layers } = await browser.openTab(`${site}/search?q=arden+lamp`, {
      width: 1200,
      height: 800,
    });

    // By hand, as at the beginning: beside the results, and nothing has left.
    const offer = await layers.waitFor(search("offer"));
    expect(offer.x).toBeGreaterThan(640);
    const chats = () => call<{ items: { title: string }[] }>(connected, "GET", "/api/chat/conversations");
    expect((await chats()).items).toHaveLength(0);
    await layers.press(search("offer"));
    await layers.waitFor(page("receipt_send"));
    const receipt = await layers.text();
    for (const leaves of ["arden lamp", "burns rapeseed oil", "https://lights.example.org/arden", server.url])
      expect(receipt).toContain(leaves);
    for (const secret of ["hunter2", "nobody sees"]) expect(receipt).not.toContain(secret);
    await layers.press(page("receipt_keep"));
    await layers.waitFor(search("offer"));
    expect((await chats()).items).toHaveLength(0);

    await layers.press(search("offer"));
    await layers.press(page("receipt_send"));
    await layers.waitFor(page("continue"));
    const answered = await layers.text();
    expect(answered).toContain("The lamp burns oil");
    expect(answered).toContain("lights.example.org");
    expect((await chats()).items).toHaveLength(1);

    // Each mode once where it asks, once where it does not.
    await panel.bringToFront();
    await panel.getByRole("link", { name: text("settings_back") }).click();
    await panel.getByRole("link", { name: text("settings_search") }).click();
    const searchFor = (words: string) => tab.goto(`${site}/b/search?q=${encodeURIComponent(words)}`);
    let answers = 1;
    for (const [mode, unasked, waits] of [
      ["questionMark", "who built the tower?", "who built the tower"],
      ["auto", "how high is the tower", "arden tower"],
      ["always", "arden harbour", null],
      // The operator's quota is never used up; whose it is: trigger.test.ts.
      ["dependsOnQuota", "arden rocks", null],
      ["manually", null, "who lights the lamp?"],
    ] as const) {
      await panel.bringToFront();
      await panel.getByRole("radio", { name: search(`mode_${mode}`) }).click();
      await tab.bringToFront();
      if (waits !== null) {
        await searchFor(waits);
        await layers.waitFor(search("offer"));
        expect((await chats()).items, mode).toHaveLength(answers);
      }
      if (unasked !== null) {
        await searchFor(unasked);
        await layers.waitFor(page("continue"));
        answers += 1;
        expect((await chats()).items, mode).toHaveLength(answers);
      }
    }

    // Pictures are answered by nobody, and a site where it was switched off is left alone.
    await tab.goto(`${site}/search?q=why%3F&udm=2`);
    await layers.waitFor("Ensemble");
    expect(await layers.text()).not.toContain(search("label"));
    await tab.goto(`${site}/search?q=arden+lamp`);
    await layers.press(page("off_here", { host: "127.0.0.1" }));
    await expect.poll(() => layers.text()).not.toContain(search("label"));
    await tab.reload();
    await layers.waitFor("Ensemble");
    expect(await layers.find(search("offer"))).toBeNull();
  } finally {
    await browser.stop();
    engine.close();
    engine.closeAllConnections();
    await rm(ENGINES_FILE, { force: true });
  }
});
