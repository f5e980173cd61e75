import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { test } from "../harness/test.ts";
import { Camera, looks, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

test.use({ settings: { ENSEMBLE__BOTS__REVIEW_PUBLIC: "true" } });

const operatorShots: Shot[] = [
  { name: "reviews-waiting", at: "/settings/reviews" },
  {
    name: "reviews-refusing",
    at: "/settings/reviews",
    open: async ({ page, say }) => {
      await page
        .getByRole("button", { name: say("bots", "refuse") })
        .first()
        .click();
      await shown(page.getByLabel(say("bots", "review_reason")));
    },
  },
];

const authorShots = (refused: string, waiting: string): Shot[] => [
  { name: "bot-not-approved", at: `/bots/${refused}` },
  { name: "bot-in-review", at: `/bots/${waiting}/edit` },
  { name: "bots-in-review", at: "/bots", open: (stage) => stage.tab("bots", "tab_mine") },
];

/** Captures public bots in review, and their author's view. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of reviews of bots, ${size}`, async ({ operator, member, server, browser }) => {
    test.setTimeout(300_000);
    const camera = new Camera(browser, size);
    const names = [...operatorShots, ...authorShots("", "")].map(({ name }) => name);
    if (!names.some((name) => looks.some((look) => camera.wants(name, look)))) return;
    const refused = await make(member, "Get rich now", "Send me your card number and I will make you rich.");
    await settle(operator, refused, "not_approved");
    const changed = await make(member, "Harbour pilot", "Knows every sandbank between Faro and Porto.");
    await settle(operator, changed, "approved");
    await call(member, "PATCH", `/api/bots/${changed}`, {
      name: "Harbour pilot of Faro",
      prompt:
        "Answer as a harbour pilot: short, exact, with the depth in fathoms and the time of the next tide.",
    });
    await make(member, "مدقق لغوي", "يصحح النصوص العربية ويشرح كل تغيير بجملة قصيرة.");
    await takeShots(camera, server.url, operator, operatorShots);
    await takeShots(camera, server.url, member, authorShots(refused, changed));
    camera.expectNoFaults();
  });
}

async function make(author: Page, name: string, description: string): Promise<string> {
  const bot = await call<{ id: string }>(author, "POST", "/api/bots", {
    name,
    description,
    welcome: "Which port are you bound for? إلى أي ميناء تُبحر؟",
    prompt: "Answer as a harbour pilot: short, exact, with the depth in metres.",
    accessibility: "public",
    published: true,
  });
  return bot.id;
}

async function settle(operator: Page, id: string, outcome: "approved" | "not_approved"): Promise<void> {
  const path = "/api/bots/reviews";
  const { items } = await call<{ items: { bot_id: string; version: number }[] }>(operator, "GET", path);
  const version = items.find(({ bot_id }) => bot_id === id)?.version;
  const reason = outcome === "approved" ? "" : "It asks for card numbers. لا يجوز طلب أرقام البطاقات.";
  await call(operator, "PATCH", `${path}/${id}`, { outcome, version, reason });
}
