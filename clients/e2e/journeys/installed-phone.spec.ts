import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { EVERYTHING } from "../harness/everything-server.ts";
import { modelNamed } from "../harness/people.ts";
import { watchBadge } from "../harness/phone.ts";
import { PushService } from "../harness/push-service.ts";
import { test as base, expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const frame = textsOf("frame");
const chatText = textsOf("chat");
const notifications = textsOf("notifications");

const test = base.extend<{ push: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  push: async ({}, use) => {
    const push = await PushService.start();
    await use(push);
    await push.stop();
  },
  configure: async ({ push }, use) =>
    use(
      async () => `
[web_access]
allow_hosts = ["${push.host}"]

[[tools.servers]]
name = "bench"
command = "${process.execPath}"
args = ["${EVERYTHING}", "stdio"]
`,
    ),
});

test.use({
  serviceWorkers: "allow",
  viewport: { width: 390, height: 844 },
  permissions: ["notifications"],
});

test("every area is within reach of a thumb, and the app is installed on request", async ({
  operator: page,
  server,
  browser,
}) => {
  await test.step("every area is within reach of a thumb", async () => {
    await page.goto(`${server.url}/home`);
    const tabs = page.getByRole("navigation", { name: frame("main_navigation") });
    await tabs.getByRole("link", { name: frame("web_search_tab"), exact: true }).click();
    await expect(page).toHaveURL(/\/home\/search$/);
    await expect(tabs.locator("[aria-current=page]")).toHaveText(frame("web_search_tab"));

    const more = page.getByRole("dialog", { name: frame("more") });
    await tabs.getByRole("button", { name: frame("more"), exact: true }).click();
    await more.getByRole("link", { name: frame("bots"), exact: true }).click();
    await expect(page).toHaveURL(/\/bots$/);
    await expect(more).toBeHidden();
    await expect(tabs.locator("[aria-current=page]")).toHaveText(frame("more"));
    await tabs.getByRole("button", { name: frame("more"), exact: true }).click();
    await more.getByRole("button", { name: frame("palette"), exact: true }).click();
    await expect(page.getByPlaceholder(frame("palette_placeholder"))).toBeFocused();
  });

  await test.step("the app is installed when its person wants it, on an iPhone by hand", async () => {
    await page.goto(`${server.url}/home`);
    const more = page.getByRole("button", { name: frame("more"), exact: true });
    const install = page.getByRole("button", { name: frame("install"), exact: true });
    await more.click();
    await expect(page.getByRole("button", { name: frame("palette"), exact: true })).toBeVisible();
    await expect(install).toBeHidden();
    await page.keyboard.press("Escape");
    // Browsers that are driven make no offer of their own.
    const heldBack = await page.evaluate(() => {
      const offer = new Event("beforeinstallprompt", { cancelable: true });
      const prompt = async () => {
        document.title = "asked";
        return { outcome: "accepted" };
      };
      dispatchEvent(Object.assign(offer, { prompt }));
      return offer.defaultPrevented;
    });
    expect(heldBack, "no banner at any moment").toBe(true);
    await more.click();
    await install.click();
    await expect(page).toHaveTitle("asked");
    await more.click();
    await expect(page.getByRole("button", { name: frame("palette"), exact: true })).toBeVisible();
    await expect(install).toBeHidden();

    const phone = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 390, height: 844 },
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1",
    });
    const there = await phone.newPage();
    await there.goto(`${server.url}/home`);
    await there.getByRole("button", { name: frame("more"), exact: true }).click();
    await there.getByRole("button", { name: frame("install"), exact: true }).click();
    await expect(there.getByRole("dialog", { name: frame("install") })).toContainText(frame("install_add"));
    await phone.close();
  });
});

test("a phone is told of an answer that waits for its person's word, counts it on its icon, and hears the word", async ({
  connected: page,
  server,
  push,
  context,
}) => {
  await push.standIn(context);
  const badge = await watchBadge(page);
  await page.goto(`${server.url}/settings/notifications`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.getByRole("switch", { name: notifications("tell_me") }).click();
  await expect(page.getByRole("switch", { name: notifications("show_title") })).not.toBeChecked();
  const key = await page.evaluate(() => sessionStorage.getItem("test.push-key") ?? "");
  // Nothing waits: what an earlier visit left on the icon goes.
  await expect.poll(async () => (await badge()).at(-1), { timeout: 40_000 }).toBe(0);

  const { id: model } = await modelNamed(page, models.tooled);
  const id = uuidV7();
  await call(page, "POST", `/api/chat/conversations/${id}/messages`, {
    id: uuidV7(),
    parent_id: null,
    text: 'bench__echo {"message":"Hello phone"}',
    model,
  });
  await expect.poll(() => push.count, { timeout: 40_000 }).toBe(1);
  const news = push.read(key);
  expect(news).toEqual({ type: "run_waits", conversation_id: id, unread: 1 });
  await expect.poll(async () => (await badge()).at(-1)).toBe(1);

  await page.goto(`${server.url}/home/chat/chat/${id}`);
  const asking = page.getByRole("group", { name: /Allow “/ });
  await expect(asking).toContainText("Hello phone");
  await asking.getByRole("button", { name: chatText("tool.decision.once"), exact: true }).click();
  await expect(new Chat(page).answer).toContainText("Echo: Hello phone");
  const unread = () => call<{ count: number }>(page, "GET", "/api/notifications/unread");
  await expect.poll(async () => (await unread()).count).toBe(0);
  await expect.poll(async () => (await badge()).at(-1)).toBe(0);
});

// Issue: "badge"
test("who signs out leaves no number on the icon, and is counted for no more", async ({
  connected: page,
  server,
}) => {
  const badge = await watchBadge(page);
  const { id: model } = await modelNamed(page, models.quick);
  await page.goto(`${server.url}/settings/general`);
  await call(page, "POST", `/api/chat/conversations/${uuidV7()}/messages`, {
    id: uuidV7(),
    parent_id: null,
    text: "While nobody looks",
    model,
  });
  await expect.poll(async () => (await badge()).at(-1), { timeout: 40_000 }).toBe(1);
  await call(page, "POST", "/api/accounts/sign-out", {});
  await page.goto(`${server.url}/login`);
  await expect.poll(badge, { timeout: 40_000 }).toEqual([0]);
});
