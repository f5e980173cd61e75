import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { PushService } from "../harness/push-service.ts";
import { test as base, expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const frame = textsOf("frame");
const notifications = textsOf("notifications");

const test = base.extend<{ push: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  push: async ({}, use) => {
    const push = await PushService.start();
    await use(push);
    await push.stop();
  },
  configure: async ({ push }, use) => use(async () => `[web_access]\nallow_hosts = ["${push.host}"]\n`),
});

test.use({
  serviceWorkers: "allow",
  viewport: { width: 390, height: 844 },
  permissions: ["notifications"],
});

/** Waits until the service worker is active and has cached its files. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((next) => setTimeout(next, 20));
  });

/** Returns the content of a table in the browser's database. */
const stored = (page: Page, table: string) =>
  page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open("ensemble-device", 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    table,
  );

/** Shares content like another app does: by submitting its form to this one. */
const share = (page: Page, words: Record<string, string>, file?: { name: string; text: string }) =>
  page.evaluate(
    ([fields, note]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "multipart/form-data", action: "/share-target" });
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement("input"), { name, value, type: "hidden" }));
      if (note) {
        const files = Object.assign(document.createElement("input"), { name: "files", type: "file" });
        const list = new DataTransfer();
        list.items.add(new File([note.text], note.name, { type: "text/plain" }));
        files.files = list.files;
        form.append(files);
      }
      document.body.append(form);
      form.submit();
    },
    [words, file] as const,
  );

const offlineNotice = (page: Page) => page.getByText(text("offline_copy", { time: "" }).split(".")[0] ?? "");

test("the last conversations can be read without the server, and are gone after signing out", async ({
  connected: page,
  server,
}) => {
  const chat = new Chat(page);
  await installed(page);
  await chat.openNew();
  await chat.chooseModel(models.echo);
  await chat.ask("What was said before the tunnel");
  await chat.expectDone();
  const address = page.url();
  await expect.poll(async () => (await stored(page, "conversations")).length).toBe(1);

  await server.kill();
  await page.goto(address);
  await expect(chat.answer).toContainText("before the tunnel");
  await expect(offlineNotice(page)).toBeVisible();
  const nonces = await page.evaluate(
    () => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content,
  );
  await page.reload();
  await expect(chat.answer).toContainText("before the tunnel");
  expect(
    await page.evaluate(() => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content),
    "a page from here has a nonce of its own too",
  ).not.toBe(nonces);

  await server.begin();
  await expect(offlineNotice(page)).toBeHidden();
  await call(page, "POST", "/api/accounts/sign-out", {});
  await page.goto(new URL("/login", address).href);
  await expect.poll(() => stored(page, "conversations")).toEqual([]);
  const kept = await page.evaluate(async () => {
    const urls = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  });
  expect(kept.filter((path) => path.startsWith("/api"))).toEqual([]);
});

test("what is sent without a network waits, can be taken back, and goes out once, whichever window is open", async ({
  connected: page,
  context,
}) => {
  const chat = new Chat(page);
  await installed(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await chat.ask("Before");
  await chat.expectDone();
  await expect.poll(async () => (await stored(page, "conversations")).length).toBe(1);

  await context.setOffline(true);
  await chat.ask("Written in the tunnel");
  await expect(page.getByText(text("not_sent_offline"))).toBeVisible();
  await expect.poll(async () => (await stored(page, "outbox")).length).toBe(1);

  const second = new Chat(await context.newPage());
  await second.page.goto(page.url());
  await expect(second.questions.last()).toContainText("Written in the tunnel");
  await second.page.getByRole("button", { name: text("edit"), exact: true }).click();
  await expect(second.field).toHaveValue("Written in the tunnel");
  await expect(chat.questions).toHaveCount(1);
  await second.ask("Better words from the tunnel");
  await expect(chat.questions.last()).toContainText("Better words from the tunnel");
  await page.reload();
  await expect(chat.questions.last()).toContainText("Better words from the tunnel");

  await context.setOffline(false);
  await expect(chat.answers).toHaveCount(2);
  await chat.expectDone();
  await expect(second.answers).toHaveCount(2);
  await page.reload();
  await expect(chat.questions).toHaveCount(2);
  await expect(chat.questions.last()).toContainText("Better words from the tunnel");
  await expect.poll(() => stored(page, "outbox")).toEqual([]);
});

test("what was written without a network goes out while no window is open", async ({
  connected: page,
  context,
  server,
}) => {
  const chat = new Chat(page);
  await installed(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await chat.ask("Before");
  await chat.expectDone();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await server.kill();
  await chat.ask("Left behind");
  await expect.poll(async () => (await stored(page, "outbox")).length).toBe(1);
  const elsewhere = await context.newPage();
  await elsewhere.goto("about:blank");
  const worker = await workerOf(elsewhere, server.url);
  await page.close();

  await server.begin();
  await worker.session.send("ServiceWorker.dispatchSyncEvent", {
    origin: server.url,
    registrationId: worker.registrationId,
    tag: "outbox",
    lastChance: false,
  });
  const said = async () => {
    const response = await context.request.get(`${server.url}/api/chat/conversations/${id}`);
    return ((await response.json()) as { messages: { role: string }[] }).messages.filter(
      ({ role }) => role === "user",
    );
  };
  await expect.poll(async () => (await said()).length).toBe(2);

  await elsewhere.goto(`${server.url}/home/chat/chat/${id}`);
  const again = new Chat(elsewhere);
  await expect(again.questions).toHaveCount(2);
  await again.expectDone();
  await expect(elsewhere.getByText(text("not_sent_offline"))).toBeHidden();
  expect((await said()).length).toBe(2);
});

test("what another app shares lands in the composer; the app can be installed in each language", async ({
  operator: page,
  server,
}) => {
  await test.step("what another app shares lands in the composer, files too", async () => {
    const chat = new Chat(page);
    await installed(page);
    await chat.openNew();
    await chat.field.fill("Typed before");
    const words = { title: "A page", text: "", url: "https://example.com/page" };
    await share(page, words, { name: "note.txt", text: "What the note says" });
    await expect(chat.field).toHaveValue("A page\nhttps://example.com/page\n\nTyped before");
    await expect(page.getByText("note.txt")).toBeVisible();
    await expect(page).toHaveURL(/\/home\/chat$/);
    await page.reload();
    await expect(chat.field).toHaveValue("A page\nhttps://example.com/page\n\nTyped before");
    await expect(page.getByText("note.txt")).toBeVisible();
    expect(await stored(page, "shared")).toEqual([]);
  });

  await test.step("the app can be installed, in each language", async () => {
    await installed(page);
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe("/manifest.webmanifest");
    expect(await installabilityErrors(page)).toEqual([]);
    for (const [file, direction] of [
      ["manifest.webmanifest", "ltr"],
      ["manifest.ar.webmanifest", "rtl"],
      ["manifest.zh-CN.webmanifest", "ltr"],
    ]) {
      const answer = await page.request.get(`${server.url}/${file}`);
      expect(answer.headers()["content-type"]).toBe("application/manifest+json");
      const manifest = (await answer.json()) as {
        dir: string;
        icons: { src: string; sizes: string }[];
        shortcuts: { name: string; url: string }[];
      };
      expect(manifest.dir).toBe(direction);
      for (const { src, sizes } of manifest.icons) {
        const size = await page.evaluate(async (address) => {
          const picture = await createImageBitmap(await (await fetch(address)).blob());
          return `${picture.width}x${picture.height}`;
        }, src);
        expect(size, src).toBe(sizes);
      }
      for (const { name, url } of manifest.shortcuts) {
        expect(name).not.toBe("");
        await page.goto(server.url + url);
        // Where it leads is there, and is where the person stays.
        await expect(page.getByRole("main").first()).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(url);
      }
    }
  });
});

// Issue: "share target", "offline shell"
test("what another app shares without a server waits in the composer, and is sent with its words later", async ({
  connected: page,
  server,
}) => {
  const chat = new Chat(page);
  await installed(page);
  await chat.openNew();
  await chat.chooseModel(models.echo);
  await server.kill();
  await share(page, { text: "The lamp burns oil" });
  await expect(chat.field).toHaveValue("The lamp burns oil");
  await page.reload();
  await expect(chat.field).toHaveValue("The lamp burns oil");
  await server.begin();
  await chat.field.press("Enter");
  await expect(chat.questions.last()).toContainText("The lamp burns oil");
  await chat.expectDone();
});

test("a phone is told of a long answer that nobody looks at, and opens it", async ({
  connected: page,
  context,
  server,
  push,
}) => {
  await push.standIn(context);
  await page.goto(`${server.url}/settings/notifications`);
  await installed(page);
  await page.getByRole("switch", { name: notifications("tell_me") }).click();
  await expect(page.getByRole("switch", { name: notifications("show_title") })).not.toBeChecked();
  await page.getByRole("switch", { name: notifications("show_title") }).click();
  await expect(page.getByRole("switch", { name: notifications("show_title") })).toBeChecked();
  const key = await page.evaluate(() => sessionStorage.getItem("test.push-key") ?? "");

  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.long);
  await chat.ask("Think about boats");
  await expect(chat.answer).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`${server.url}/settings/general`);
  await expect.poll(() => push.count, { timeout: 40_000 }).toBe(1);
  const news = push.read(key);
  expect(news).toMatchObject({ type: "run_ended", conversation_id: id, state: "completed", unread: 1 });
  expect(news.title).toEqual(expect.any(String));

  const { session, registrationId } = await workerOf(page, server.url);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId,
    data: JSON.stringify(news),
  });
  await expect.poll(shown).toEqual([{ title: news.title, body: notifications("answer_ready"), tag: id }]);
  await pressNotice(context);
  // Its name comes when it comes.
  await expect(page).toHaveURL(new RegExp(`/home/chat/[^/]+/${id}$`));
  await expect(chat.questions).toContainText("Think about boats");
  await expect.poll(shown).toEqual([]);

  await page.goto(`${server.url}/settings/notifications`);
  await page.getByRole("switch", { name: notifications("tell_me") }).click();
  await expect(page.getByRole("switch", { name: notifications("show_title") })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("switch", { name: notifications("tell_me") })).not.toBeChecked();
  await expect(page.getByRole("heading", { name: frame("panel.notifications") })).toBeAttached();
});

/** Returns the reasons why the browser does not offer to install this page as an app. */
async function installabilityErrors(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors: errors } = await session.send("Page.getInstallabilityErrors");
  // The browsers of journeys are private windows each, and from those nothing is installed.
  return errors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
}

/** Simulates a click on the system's notification by sending its event to the worker. */
async function pressNotice(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  await worker.evaluate(async () => {
    const world = globalThis as never as WorkerWorld;
    const [notification] = await world.registration.getNotifications();
    const event = new world.NotificationEvent("notificationclick", { notification });
    // Only an event of the browser's own can last, and only its presses bring a window to the front.
    Object.assign(event, { waitUntil: (work: Promise<void>) => void work.catch(() => undefined) });
    world.dispatchEvent(event);
  });
}

interface WorkerWorld {
  registration: { getNotifications(): Promise<Notification[]> };
  NotificationEvent: new (type: string, given: { notification: Notification | undefined }) => Event;
  dispatchEvent(event: Event): void;
}

/** Returns a DevTools session of the service worker. */
async function workerOf(page: Page, url: string): Promise<{ session: CDPSession; registrationId: string }> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  return { session, registrationId: await found };
}
