import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { models, test } from "../harness/test.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

const AT = "/settings/spending";

const PRICES = '[[spending.prices]]\nmodels = "paid/*"\ninput = "150"\noutput = "6000"\n';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  configure: async ({}, use) => use(async () => PRICES),
});

const limits: Shot = {
  name: "spending-limits",
  at: AT,
  open: async (stage) => {
    await stage.press("spending", "change_limits");
    await shown(stage.dialog());
  },
};

const costs: Shot = {
  name: "spending-costs",
  at: AT,
  open: ({ page }) => page.getByRole("table").last().scrollIntoViewIfNeeded(),
};

/** Captures model costs before a limit is set and after one is reached. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of spending, ${size}`, async ({ operator, provider, server, browser }) => {
    test.setTimeout(300_000);
    const camera = new Camera(browser, size);
    const take = (shots: readonly Shot[]) => takeShots(camera, server.url, operator, shots);
    await take([{ name: "spending-nothing", at: AT }]);
    for (const name of ["Paid", "Router"]) {
      await call(operator, "POST", "/api/models/connections", {
        name,
        protocol: "openai_compatible",
        base_url: provider.url,
        api_key: "sk-fake",
      });
    }
    for (const model of [`paid/${models.quick}`, `paid/${models.writer}`, `router/${models.quick}`])
      await ask(operator, model);
    await take([{ name: "spending", at: AT }, costs, limits]);
    await call(operator, "PUT", "/api/billing/spending", { daily: 100_000, monthly: 900_000_000 });
    await take([{ name: "spending-reached", at: AT }]);
    camera.expectNoFaults();
  });
}

/** Asks and waits for the answer. */
async function ask(operator: Page, model: string) {
  const conversation = uuidV7();
  const path = `/api/chat/conversations/${conversation}`;
  await call(operator, "POST", `${path}/messages`, { id: uuidV7(), parent_id: null, text: "Hi", model });
  for (;;) {
    const { messages } = await call<{ messages: { state: string }[] }>(operator, "GET", path);
    if (messages.at(-1)?.state === "completed") return;
  }
}
