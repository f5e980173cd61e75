import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { becomeOperator, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { Camera, looks, type Size } from "./camera.ts";

test.use({
  settings: { ENSEMBLE__GENERATION__MAX_RUNNING: "1", ENSEMBLE__GENERATION__MAX_WAITING: "1" },
});

/** Captures rare moments: before the first account, under high traffic, and after a remote sign-out. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of rare moments, ${size}`, async ({ page, server, browser, provider, watch: _watching }) => {
    test.setTimeout(600_000);
    const camera = new Camera(browser, size);
    if (
      !looks.some((look) =>
        ["first-account", "in-line", "line-full", "signed-out"].some((name) => camera.wants(name, look)),
      )
    )
      return;
    for (const look of looks) {
      const context = await camera.browserOf(null, look);
      const address = `${server.url}${look.locale === "en" ? "" : `/${look.locale}`}/sign-up`;
      await camera.take(context, { name: "first-account", looks: [look], address });
      await context.close();
    }

    await becomeOperator(page, server);
    await call(page, "POST", "/api/models/connections", {
      name: "Fake",
      protocol: "openai_compatible",
      base_url: provider.url,
      api_key: "sk-fake",
    });
    await page.reload();
    const chat = new Chat(page);
    const begin = async (text: string) => {
      await chat.openNew();
      await chat.chooseModel(models.slow);
      await chat.ask(text);
      await expect(chat.answer).toBeVisible();
      return page.url();
    };
    await begin("The first of all");
    const waiting = await begin("Next, please");
    for (const look of looks) {
      await call(page, "PATCH", "/api/accounts/settings", look);
      const context = await camera.browserOf(page, look);
      await camera.take(context, { name: "in-line", looks: [look], address: waiting });
      await camera.take(context, {
        name: "line-full",
        looks: [look],
        address: `${server.url}/home/chat`,
        open: async ({ chat: own, dialog }) => {
          await own.field.fill("Third, written with care");
          await own.field.press("Control+Enter");
          await expect(dialog()).toBeVisible();
        },
      });
      await context.close();
    }

    for (const look of looks) {
      await call(page, "PATCH", "/api/accounts/settings", look);
      const context = await camera.browserOf(null, look);
      await context.request.post(`${server.url}/api/accounts/sign-in`, {
        headers: { origin: server.url },
        data: { email: olivia.email, password: olivia.password },
      });
      await camera.take(context, {
        name: "signed-out",
        looks: [look],
        address: `${server.url}/home/chat`,
        open: async ({ dialog }) => {
          await call(page, "DELETE", "/api/accounts/devices");
          await expect(dialog()).toBeVisible();
        },
      });
      await context.close();
    }
    camera.expectNoFaults();
  });
}
