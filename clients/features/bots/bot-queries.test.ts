import { botQuery } from "@ensemble/blocks/shared-queries";
import { serve, TestRefusal } from "@ensemble/blocks/testing";
import type { Bot, BotFields } from "@ensemble/contract/wire";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { saveBotMutation } from "./bot-queries";

beforeEach(() => void vi.restoreAllMocks());

const NO_FILES = { added: [], removed: [] };

const fields: BotFields = {
  name: "Harbour pilot",
  description: "",
  welcome: "",
  prompt: "Answer as a pilot.",
  model: null,
  starters: [],
  tools: null,
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
  starters: [],
  tools: null,
  accessibility: "only_me",
  state: "draft",
  review: null,
  mine: true,
  author: "Mira Castellan",
  favorited: false,
  pinned: false,
  files: [],
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
  const save = saveBotMutation(
    client,
    () => bot,
    () => undefined,
  );
  await new MutationObserver(client, save).mutate({ fields, icon: null, files: NO_FILES });
  expect(client.getQueryData(botQuery(bot.id).queryKey)).toMatchObject({ icon: null, version: 6 });
});

test("what failed after a bot was created goes on with that bot", async () => {
  const file = { id: "f1", name: "guide.txt", media_type: "text/plain", size_bytes: 3 };
  let refused = true;
  const seen = serve({
    "POST /api/bots": { ...bot, version: 1 },
    [`PATCH /api/bots/${bot.id}`]: { ...bot, version: 2 },
    [`POST /api/bots/${bot.id}/files`]: () =>
      refused
        ? new TestRefusal(409, "bots.file_in_use", "In use")
        : { ...bot, icon: null, files: [file], version: 3 },
  });
  const client = new QueryClient();
  let last: Bot | null = null;
  const save = new MutationObserver(
    client,
    saveBotMutation(
      client,
      () => last,
      (step) => {
        last = step;
      },
    ),
  );
  const wanted = { fields, icon: undefined, files: { added: [file], removed: [] } };
  await expect(save.mutate(wanted)).rejects.toThrow();
  refused = false;
  expect((await save.mutate(wanted)).files).toEqual([file]);
  expect(seen.map(({ method }) => method)).toEqual(["POST", "POST", "PATCH", "POST"]);
});
