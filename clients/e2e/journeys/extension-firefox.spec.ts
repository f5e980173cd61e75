import { Site } from "../harness/extension.ts";
import { FirefoxBrowser } from "../harness/firefox.ts";
import { olivia } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const accounts = textsOf("accounts");
const SENTENCE = "The lighthouse of Arden burns rapeseed oil, and its keeper writes down the weather. ";
const PAGE = `<!doctype html><title>Arden</title><main><article><h1>Arden</h1><p>${SENTENCE.repeat(6)}</p></article></main>`;

test("signs in and reads a page in Firefox", async ({ connected: _connected, server }) => {
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await firefox.openPanel();
    await firefox.expectText(panel, text("server_title"));
    expect(
      await firefox.ask(
        panel,
        `browser.runtime.sendMessage({ name: "nonsense" }).then(({ error }) => error)`,
      ),
    ).toBe("Untrusted event");
    await firefox.fill(panel, "input", server.url);
    await firefox.press(panel, text("server_connect"));
    await firefox.press(panel, text("sign_in"));

    const login = await firefox.tabAt(`${server.url}/login`);
    await firefox.fill(login, "input[type=email], input[autocomplete~=username]", olivia.email);
    await firefox.fill(login, "input[type=password]", olivia.password);
    await firefox.press(login, accounts("sign_in"));
    await firefox.expectText(login, "Firefox extension on Linux");
    await firefox.press(login, accounts("authorize_allow"));

    await firefox.expectText(panel, text("page_ask"));
    await firefox.open(site.url);
    await firefox.tabAt(site.url);
    await firefox.press(panel, text("page_ask"));
    await firefox.expectText(panel, "Arden");
    expect(await firefox.ask(panel, `document.querySelector("[data-page]").dataset.page`)).toBe("ready");
  } finally {
    await firefox.stop();
    site.stop();
  }
});
