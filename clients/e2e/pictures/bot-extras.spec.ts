import { Buffer } from "node:buffer";
import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

const text = textsOf("bots");

const shotsOf = (bot: string, talk: string, answered: string): Shot[] => [
  {
    name: "bot-extras-form",
    at: `/bots/${bot}/edit`,
    open: ({ page, say }) =>
      page.getByRole("button", { name: say("bots", "add_files") }).scrollIntoViewIfNeeded(),
  },
  {
    name: "bot-extras-preview",
    at: `/bots/${bot}/edit`,
    open: ({ page, say }) =>
      page.getByRole("region", { name: say("bots", "preview") }).scrollIntoViewIfNeeded(),
  },
  { name: "bot-extras-details", at: `/bots/${bot}` },
  { name: "bot-starters", at: `/home/chat/chat/${talk}` },
  {
    name: "answer-rating",
    at: `/home/chat/chat/${answered}`,
    open: async ({ page, say }) => {
      await page
        .getByRole("button", { name: say("rating", "bad_answer") })
        .last()
        .click();
      await shown(page.getByText(say("rating", "what_was_wrong")));
    },
  },
];

/** Captures starters, files and tools of a bot, and the rating of an answer. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of what bots have, ${size}`, async ({ connected: author, server, browser }) => {
    test.setTimeout(300_000);
    const bot = await call<{ id: string }>(author, "POST", "/api/bots", {
      name: "Harbour pilot",
      description: "Knows every sandbank between Faro and Porto, and says so.",
      welcome: "Which port are you bound for? إلى أي ميناء تُبحر؟",
      prompt: "Answer as a harbour pilot: short, exact, with the depth in metres.",
      starters: [
        "When is high water in Lisbon, and how long does it last?",
        "ما أفضل وقت لدخول ميناء بورتو؟",
        "Which way in?",
      ],
      tools: ["web_search"],
      model: `fake/${models.markdown}`,
    });
    await addFile(author, `${server.url}/bots/${bot.id}/edit`);
    const [talk, answered] = [uuidV7(), uuidV7()];
    await call(author, "POST", `/api/bots/${bot.id}/conversations`, { id: talk });
    await call(author, "POST", `/api/chat/conversations/${answered}/messages`, {
      id: uuidV7(),
      parent_id: null,
      text: "Hello",
      model: `fake/${models.markdown}`,
    });
    const camera = new Camera(browser, size);
    await takeShots(camera, server.url, author, shotsOf(bot.id, talk, answered));
    camera.expectNoFaults();
  });
}

async function addFile(author: Page, form: string): Promise<void> {
  await author.goto(form);
  const file = { name: "tide-tables-of-the-portuguese-coast.txt", mimeType: "text/plain" };
  const buffer = Buffer.from("High water in Lisbon is at 14:20.");
  await author.getByTestId("bot-files").setInputFiles({ ...file, buffer });
  await expect(author.getByRole("button", { name: text("remove_file", { name: file.name }) })).toBeVisible();
  await author.getByRole("button", { name: text("save_draft") }).click();
  await expect(author.getByRole("dialog", { name: "Harbour pilot" })).toBeVisible();
}
