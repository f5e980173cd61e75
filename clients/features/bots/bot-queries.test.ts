import { botQuery } from "@ensemble/blocks/shared-queries";
import { serve } from "@ensemble/blocks/testing";
import type { Bot, BotFields } from "@ensemble/contract/wire";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { saveBotMutation } from "./bot-queries";

beforeEach(() => void vi.restoreAllMocks());

const fields: BotFields = {
  name: "Harbour pilot",
  description: "",
  welcome: "",
  prompt: "Answer as a pilot.",
  model: null,
  accessibility: "only_me",
  cap: null,
  published: false,
};
const bot: Bot = {
  id: "019a0000-0000-7000-8000-0000000000b1",
  name: fields.name,
  description: "",
  icon: "face",
  welcome: "",
  prompt: fields.prompt,
  model: null,
  accessibility: "only_me",
  state: "draft",
  review: null,
  mine: true,
  author: "Mira Castellan",
  favorited: false,
  pinned: false,
  people: 0,
  budget: null,
  version: 4,
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};

// security P11: "If-Match version on edits"
test("a bot whose picture is taken away is known by its newest version, which the next change names", async () => {
  serve({
    [`PATCH /api/bots/${bot.id}`]: { ...bot, version: 5 },
    [`DELETE /api/bots/${bot.id}/icon`]: null,
    [`GET /api/bots/${bot.id}`]: { ...bot, icon: null, version: 6 },
  });
  const client = new QueryClient();
  await new MutationObserver(client, saveBotMutation(client, bot)).mutate({ fields, icon: null });
  expect(client.getQueryData(botQuery(bot.id).queryKey)).toMatchObject({ icon: null, version: 6 });
});
