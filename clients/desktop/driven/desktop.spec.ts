// The app in a real window: WebKitGTK under Xvfb, driven by WebKit's driver, with the real server as a
// separate process.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Ensemble } from "../../e2e/harness/ensemble.ts";
import { APP, Desk } from "./desk.ts";
import { hands, PERSON, signUp } from "./person.ts";
import { eventually, type WebDriver } from "./web-driver.ts";

/** Items of the tray menu below the servers. */
const TRAY = ["Quick panel", "Servers and settings…", "Quit"];

let desk: Desk;
let work: Ensemble;
let app: WebDriver;

before(async () => {
  desk = await Desk.set();
  work = await Ensemble.start();
});

after(async () => {
  await app?.end().catch(() => undefined);
  await work?.discard();
  await desk?.clear();
});

const { windowAt, press, fill, sees, ask, answered } = hands(() => app);

const kept = () =>
  JSON.parse(readFileSync(join(desk.home, ".config/app.ensemble.desktop/servers.json"), "utf8")) as {
    servers: { id: string; origin: string; local: boolean }[];
    shortcut: string;
  };
const localOrigin = () => kept().servers.find(({ local }) => local)?.origin ?? "";
const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test("the app alone is the whole product: its own server, a first account, an answer", async () => {
  app = await desk.open();
  await sees("Connect to Ensemble");
  await desk.picture("1-first-start");
  await press("Use this computer");

  await windowAt((address) => address.includes("/sign-up"));
  await desk.picture("2-first-account");
  await fill("input[name=name]", PERSON.name);
  await fill("input[name=email]", PERSON.email);
  await fill("input[name=password]", PERSON.password);
  await app.click(await app.find("button[type=submit]"));

  await eventually("the composer", () => app.find("textarea"));
  await desk.picture("3-new-chat");
  await ask("What is 12 * 12?");
  await windowAt((address) => /\/home\/chat\/[^/]+\/[^/]+$/.test(address));
  await answered("144");
  await desk.picture("4-answer");
});

test("what was typed is there after the app was quit, and so is the person", async () => {
  await desk.command(APP, ["ensemble://open?path=/home/chat"]);
  await windowAt((address) => address.endsWith("/home/chat"));
  await fill("textarea", "half a thought");
  const origin = localOrigin();
  await app.end();
  await eventually("the server to stop with the app", async () => !(await isReady(origin)), 40_000);

  app = await desk.open();
  await windowAt((address) => address.startsWith(origin));
  assert.equal(localOrigin(), origin);
  await eventually("the draft", () =>
    app.run<boolean>("return document.querySelector('textarea')?.value === 'half a thought'"),
  );
});

test("a second start shows the first, and a link of the system opens a page in it", async () => {
  await desk.command(APP, ["ensemble://open?path=/settings/devices"]);
  await windowAt((address) => address.endsWith("/settings/devices"));
  await sees("Ensemble desktop on Linux");
  await desk.picture("5-devices");
});

test("a second server is signed in to through the system's browser", async () => {
  const origin = work.url.replace("127.0.0.1", "localhost");
  const browser = await signUp(origin);
  await desk.command(APP, ["ensemble://servers"]);
  await windowAt((address) => address.startsWith("tauri:"));
  await fill("input[inputmode=url]", origin);
  await desk.picture("6-servers");
  await press("Connect");
  await windowAt((address) => address.startsWith(origin));
  await press("Sign in with your browser");
  await sees("Continue in your browser");
  await desk.picture("7-sign-in-outside");

  const asked = new URL(await eventually("the browser", async () => desk.opened()[0]));
  assert.equal(asked.pathname, "/authorize");
  await browser.allow(asked.searchParams);

  await eventually("the chat", () => app.find("textarea"));
  await desk.picture("8-second-server");
});

test("keys that work everywhere open the quick panel, and close it", async () => {
  const before = (await desk.windows()).length;
  await desk.command("xdotool", ["key", "ctrl+shift+space"]);
  await eventually("a panel", async () => (await desk.windows()).length > before);
  await windowAt((address) => address.endsWith("/quick"));
  await eventually("its composer", () => app.find("textarea"));
  await desk.picture("9-quick-panel");
  await desk.command("xdotool", ["key", "ctrl+shift+space"]);
  await eventually("no panel", async () => (await desk.windows()).length === before);
});

test("a closed window waits in the tray, whose menu has each server and the quick panel", async () => {
  assert.deepEqual(
    (await desk.tray()).filter((label) => label !== ""),
    ["This computer", work.url.replace(/^http:\/\/127\.0\.0\.1/, "localhost"), ...TRAY],
  );
  const all = (await desk.windows()).length;
  await desk.closeWindow();
  await eventually("the window to be gone", async () => (await desk.windows()).length === all - 1);
  await desk.closeWindow();
  await eventually("both windows to be gone", async () => (await desk.windows()).length === all - 2);
  await desk.chooseInTray("This computer");
  await eventually("a window", async () => (await desk.windows()).length === all - 1);
  await desk.chooseInTray("Quick panel");
  await eventually("a panel", async () => (await desk.windows()).length === all);
  await desk.picture("10-from-the-tray");
  await desk.chooseInTray("Quick panel");
  await eventually("no panel", async () => (await desk.windows()).length === all - 1);
});

test("it starts when its person signs in to the computer, if they want that", async () => {
  await desk.command(APP, ["ensemble://servers"]);
  await windowAt((address) => address.startsWith("tauri:"));
  const entry = join(desk.home, ".config/autostart");
  const entries = () => (existsSync(entry) ? readdirSync(entry) : []);
  const atLogin = () => app.find("[role=switch][aria-label='Start when I sign in to this computer']");
  assert.deepEqual(entries(), []);
  await app.click(await eventually("the switch", atLogin));
  const [file] = await eventually("an entry", async () => (entries().length > 0 ? entries() : null));
  assert.match(readFileSync(join(entry, file ?? ""), "utf8"), /^Exec=.*ensemble-desktop.* --hidden$/m);
  await app.click(await atLogin());
  await eventually("no entry", async () => entries().length === 0);
});

test("other keys are chosen by pressing them, and such as one types with are not taken", async () => {
  await desk.command(APP, ["ensemble://servers"]);
  const start = await windowAt((address) => address.startsWith("tauri:"));
  await press("Change");
  await sees("Press keys…");
  // Without modifiers, these would be taken from every program.
  for (const keys of ["F2", "shift+a", "ctrl+F2"]) await desk.command("xdotool", ["key", keys]);
  await eventually("the keys", async () => kept().shortcut === "CommandOrControl+F2");
  await sees("Ctrl + F2");
  await desk.picture("9-other-keys");

  const before = (await desk.windows()).length;
  await desk.command("xdotool", ["key", "ctrl+F2"]);
  await eventually("a panel", async () => (await desk.windows()).length > before);
  await windowAt((address) => address.endsWith("/quick"));
  await desk.command("xdotool", ["key", "ctrl+F2"]);
  await eventually("no panel", async () => (await desk.windows()).length === before);

  await app.switchTo(start);
  await app.click(await app.find('button[aria-label="Remove shortcut"]'));
  await eventually("no keys", async () => kept().shortcut === "");
  await sees("No shortcut");
});

test("a server of a later version is said in the list, in the tray, and once by the system", async () => {
  const later = createServer((request, response) => {
    const isSession = request.url === "/api/accounts/session";
    response.writeHead(200, { "content-type": isSession ? "application/json" : "text/html" });
    response.end(isSession ? JSON.stringify({ setup: { version: "99.1.0" } }) : "<title>Later</title>");
  });
  await new Promise<void>((done) => later.listen(0, "127.0.0.1", done));
  const { port } = later.address() as AddressInfo;
  try {
    await windowAt((address) => address.startsWith("tauri:"));
    await fill("input[inputmode=url]", `http://127.0.0.1:${port}`);
    await press("Connect");
    // It has its own profile, because another server is on the same host; the driver does not see its
    // window.
    await eventually("its window", async () => (await desk.windows()).includes("Later"));
    await eventually("the tray to say so", async () =>
      (await desk.tray()).includes("Version 99.1.0 is available"),
    );
    await eventually("a notice", async () => desk.notices().includes("Your server is newer than this app"));
    await desk.command(APP, ["ensemble://servers"]);
    await windowAt((address) => address.startsWith("tauri:"));
    await sees("A server is running version 99.1.0");
    await desk.picture("11-later-version");

    // After removal it is in neither menu nor list.
    await app.click(await app.find(`button[aria-label="Remove 127.0.0.1:${port} from the list"]`));
    await press("Remove");
    await eventually("the server to be gone", async () => kept().servers.length === 2);
    assert.ok(!(await desk.tray()).includes(`127.0.0.1:${port}`));
  } finally {
    later.close();
    later.closeAllConnections();
  }
});

test("when the server is away, the app says so and opens what is kept here", async () => {
  // A link to a server in the list opens that one.
  const origin = work.url.replace("127.0.0.1", "localhost");
  await desk.command(APP, [`ensemble://open?${new URLSearchParams({ server: origin, path: "/home/chat" })}`]);
  await windowAt((address) => address === `${origin}/home/chat`);
  await app.end();
  await work.kill();
  app = await desk.open();
  await sees("The server isn't responding");
  await desk.picture("12-away");
});
