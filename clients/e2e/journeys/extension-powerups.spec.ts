import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("powerups");
const extension = textsOf("extension");

const TIDES = `<!doctype html><html lang="en"><title>Tides of Arden</title>
  <main><p id="high">High water at noon.</p><p>Low water at six.</p></main></html>`;

interface Powerup {
  id: string;
}

// Issue 28: "Run in the extension on matching pages (button in toolbar, panel and menu)"
test("a PowerUP runs on the page beside the panel, reads what it says, and keeps its result", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.echo);
  const site = await Site.serve(TIDES);
  const elsewhere = await Site.serve(TIDES);
  const make = (fields: object) =>
    call<Powerup>(connected, "POST", "/api/powerups", {
      id: crypto.randomUUID(),
      definition: { prompt: "Repeat.", sites: { scope: "wildcard", patterns: [`${site.url}/*`] }, ...fields },
    });
  await make({ name: "Tide table", reads: "all" });
  const marked = await make({ name: "Marked tides", reads: "selection" });
  await make({ name: "Everywhere else", sites: { scope: "site", patterns: ["example.org"] } });
  const browser = await ExtensionBrowser.start();
  try {
    const panel = await browser.signIn(server.url, olivia);
    const opened = await browser.allowAll();
    const { tab } = await browser.openTab(`${site.url}/tides?day=1`);
    const sent = panel.getByRole("button", { name: text("what_was_sent"), exact: true });
    const result = panel.getByRole("region", { name: text("result"), exact: true });
    const run = panel.getByRole("button", { name: text("run"), exact: true });

    // The panel lists what runs here; nothing is sent before its person has seen it.
    await panel.bringToFront();
    await panel.getByRole("link", { name: text("title"), exact: true }).click();
    const here = panel.getByRole("region", { name: text("panel_here"), exact: true });
    await expect(here.getByRole("link")).toHaveCount(2);
    await here.getByRole("link", { name: /Tide table/ }).click();
    await run.click();
    const receipt = panel.getByRole("dialog", { name: extension("receipt_title") });
    await expect(receipt).toContainText("Low water at six.");
    await receipt.getByRole("button", { name: extension("receipt_send"), exact: true }).click();
    await expect(result).toContainText("High water at noon.");
    await sent.click();
    await expect(panel.getByText(`${site.url}/tides`, { exact: true })).toBeVisible();
    await panel.keyboard.press("Escape");

    // The menu of the page opens the panel at another one, which reads what is marked alone.
    await tab.bringToFront();
    await tab.locator("#high").click({ clickCount: 3 });
    const front = await browser.tabOf(tab);
    await browser.say("contextMenus.onClicked", { menuItemId: `powerup-${marked.id}` }, front);
    expect(await opened()).toEqual([front.id]);
    await panel.bringToFront();
    await expect(panel.getByRole("heading", { name: "Marked tides" })).toBeVisible();
    await run.click();
    await expect(result).toContainText("High water at noon.");
    await expect(result).not.toContainText("Low water");
    await panel.getByText(text("history"), { exact: true }).click();
    await expect(panel.getByRole("button", { name: /Tides of Arden/ })).toBeVisible();

    // On another page it does not run.
    await tab.goto(`${elsewhere.url}/tides`);
    await expect(panel.getByText(text("panel_trouble.wrong_site"))).toBeVisible();
    await expect(run).toBeDisabled();
  } finally {
    await browser.stop();
    site.stop();
    elsewhere.stop();
  }
});
