// The app's additions to server pages with a slow model: notifications, the quick panel, dropped files.
import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Ensemble } from "../../e2e/harness/ensemble.ts";
import { FakeProvider } from "../../e2e/harness/fake-provider.ts";
import { textsOf } from "../../e2e/harness/texts.ts";
import { Desk } from "./desk.ts";
import { hands, PERSON, signUp } from "./person.ts";
import { eventually, type WebDriver } from "./web-driver.ts";

const desktop = textsOf("desktop");
const chat = textsOf("chat");
const documents = textsOf("documents");
const notifications = textsOf("notifications");

/** Model that streams for five seconds: long enough to look elsewhere. */
const MODEL = "fake-t100-d50";
const CHAT = /\/home\/chat\/[^/]+\/[^/]+$/;

let desk: Desk;
let provider: FakeProvider;
let work: Ensemble;
let app: WebDriver;

const { windowAt, press, pressAway, fill, ask, sees } = hands(() => app);

before(async () => {
  desk = await Desk.set();
  provider = await FakeProvider.start([MODEL]);
  work = await Ensemble.start();
  await (await signUp(work.url)).connect(provider.url, MODEL);
  app = await desk.open();
  await fill("input[inputmode=url]", work.url);
  await press("Connect");
  await windowAt((address) => address.startsWith(`${work.url}/login`));
  await fill("input[name=email]", PERSON.email);
  await fill("input[name=password]", PERSON.password);
  await app.click(await app.find("button[type=submit]"));
  await eventually("the composer", () => app.find("textarea"));
});

after(async () => {
  await app?.end().catch(() => undefined);
  await work?.discard();
  await provider?.stop();
  await desk?.clear();
});

const answerEnded = () =>
  eventually("the end of an answer", () =>
    app.run<boolean>(
      "return !!document.querySelector('[data-role=assistant]') && !document.querySelector(arguments[0])",
      `button[aria-label="${chat("stop")}"]`,
    ),
  );
/** Returns the number of notifications so far. */
const told = () => desk.notices().split(notifications("news_title")).length - 1;

test("an answer that ends while its window is away is told by the system, once", async () => {
  await ask("Tell me something long");
  await windowAt((address) => CHAT.test(address));
  await eventually("an answer that is written", () => app.find("[data-role=assistant]"));
  assert.equal(told(), 0);
  await desk.closeWindow();
  await eventually("the window to be gone", async () => (await desk.windows()).length === 0);
  await eventually("a notice", async () => told() > 0);

  await desk.chooseInTray(work.url.replace("http://", ""));
  await eventually("the window", async () => (await desk.windows()).length === 1);
  await windowAt((address) => CHAT.test(address));
  await answerEnded();
  assert.equal(told(), 1);
});

test("what is asked in the quick panel is answered there, and goes on in the large window", async () => {
  const before = (await desk.windows()).length;
  await desk.command("xdotool", ["key", "ctrl+shift+space"]);
  await eventually("a panel", async () => (await desk.windows()).length > before);
  const panel = await windowAt((address) => address.endsWith("/quick"));
  await ask("A question in passing");
  await answerEnded();
  await desk.picture("13-panel-answer");

  await pressAway(desktop("panel_open"));
  await eventually("no panel", async () => (await desk.windows()).length === before);
  const large = await windowAt((address) => CHAT.test(address));
  assert.notEqual(large, panel);
  await sees("A question in passing");
  await answerEnded();
  assert.equal(told(), 1, "nobody is told of an answer that was looked at");
});

/** Returns the center of the front window. */
const middle = async () => {
  const { x, y, width, height } = await desk.frontWindow();
  return { x: x + width / 2, y: y + height / 2 };
};
const fileAt = (name: string, content: string) => {
  const path = join(desk.home, name);
  writeFileSync(path, content);
  return path;
};
const readyFiles = () =>
  app.run<number>(
    "return document.querySelectorAll('[data-testid=attachment-tray] [data-state=ready]').length",
  );

test("files that are dragged out of another program are attached, and what is too large is told", async () => {
  // Larger than one message to the page.
  const long = fileAt("lighthouse.txt", `${"lamp".repeat(50)} `.repeat(5_000));
  const short = fileAt("منارة – lamp.md", "# Lamp");
  const large = fileAt("large.bin", "");
  truncateSync(large, 50_000_001);

  await desk.dragFiles([long, short, large], await middle(), async () => {
    const isSeen = (await app.text()).includes(documents("drop_here"));
    if (isSeen) await desk.picture("14-dragged");
    return isSeen;
  });

  await eventually("both files", async () => (await readyFiles()) === 2);
  await sees("lighthouse.txt");
  await sees("منارة – lamp.md");
  assert.ok(!(await app.text()).includes(documents("drop_here")));
  assert.ok(!(await app.text()).includes("large.bin"));
  await eventually("a notice", async () =>
    desk.notices().includes("large.bin: only files can be dropped here"),
  );
  await desk.picture("15-dropped");
});
