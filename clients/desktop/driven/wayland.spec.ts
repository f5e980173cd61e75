// The app without X11: WebKitGTK in headless weston. What Wayland does not let a program simulate is not
// tested here: global shortcuts, and dropped files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Ensemble } from "../../e2e/harness/ensemble.ts";
import { FakeProvider } from "../../e2e/harness/fake-provider.ts";
import { textsOf } from "../../e2e/harness/texts.ts";
import { Desk } from "./desk.ts";
import { hands, PERSON, signUp } from "./person.ts";
import { eventually, type WebDriver } from "./web-driver.ts";

const desktop = textsOf("desktop");
const MODEL = "fake-t100-d50";
const CHAT = /\/home\/chat\/[^/]+\/[^/]+$/;

let desk: Desk;
let provider: FakeProvider;
let work: Ensemble;
let app: WebDriver;

const { windowAt, press, pressAway, fill, askByPress, sees } = hands(() => app);

before(async () => {
  desk = await Desk.set("wayland");
  provider = await FakeProvider.start([MODEL]);
  work = await Ensemble.start();
  await (await signUp(work.url)).connect(provider.url, MODEL);
});

after(async () => {
  await app?.end().catch(() => undefined);
  await work?.discard();
  await provider?.stop();
  await desk?.clear();
});

test("under Wayland the app opens a server, signs in, and shows an answer", async () => {
  app = await desk.open();
  await sees(desktop("title"));
  await fill("input[inputmode=url]", work.url);
  await press(desktop("add"));
  await windowAt((address) => address.startsWith(`${work.url}/login`));
  await fill("input[name=email]", PERSON.email);
  await fill("input[name=password]", PERSON.password);
  await app.click(await app.find("button[type=submit]"));
  await eventually("the composer", () => app.find("textarea"));
  await askByPress("Tell me something long");
  await windowAt((address) => CHAT.test(address));
  await eventually("an answer that is written", () => app.find("[data-role=assistant]"));
});

test("under Wayland the tray opens the quick panel, and links open pages", async () => {
  await desk.chooseInTray(desktop("tray_quick"));
  await windowAt((address) => address.endsWith("/quick"));
  await eventually("its composer", () => app.find("textarea"));
  await pressAway(desktop("panel_close"));

  desk.openAlone("ensemble://open?path=/settings/devices");
  await windowAt((address) => address.endsWith("/settings/devices"));
  await sees("Ensemble desktop on Linux");
});

test("under Wayland without X11, its person is told that there are no keys", async () => {
  assert.ok(desk.log().includes("CommandOrControl+Shift+Space cannot be listened for"), "it is in the log");
  desk.openAlone("ensemble://servers");
  await windowAt((address) => address.startsWith("tauri:"));
  const change = await eventually("the button", () => app.findByText("button", desktop("shortcut_change")));
  await app.click(change);
  await sees(desktop("shortcut_press"));
  // Control, held while F2 is pressed.
  await app.type(change, "\uE009\uE032");
  await sees(desktop("shortcut_taken"));
});
