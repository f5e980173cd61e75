import { FakeWeb } from "./fake-web.ts";
import { test as base } from "./test.ts";

/** Extends `test` with a server that may reach a small fake web. */
export const test = base.extend<{ web: FakeWeb }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  web: async ({}, use) => {
    const web = await FakeWeb.start();
    await use(web);
    await web.stop();
  },
  configure: async ({ web }, use) => use(async () => `[web_access]\nallow_hosts = ["${web.host}"]\n`),
});
