import { byCursor } from "@ensemble/blocks/by-cursor";
import { isEditConflict } from "@ensemble/blocks/changes/edit-conflict";
import { botQuery, botsQuery } from "@ensemble/blocks/shared-queries";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Bot, BotChange, BotFields, BotFile, ReportReason } from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
} from "@tanstack/react-query";

/** Query for matching public bots, paginated. */
export const exploreQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ["bots", "explore", words],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/bots/explore", { query: { q: words, cursor: pageParam, limit: 30 }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const reportsQuery = infiniteQueryOptions({
  queryKey: ["bots", "reports"],
  queryFn: ({ pageParam, signal }) => api.get("/api/bots/reports", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

export const reviewsQuery = infiniteQueryOptions({
  queryKey: ["bots", "reviews"],
  queryFn: ({ pageParam, signal }) => api.get("/api/bots/reviews", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

/** Updates a bot in all cached queries. */
function putBot(queryClient: QueryClient, bot: Bot): void {
  queryClient.setQueryData(botQuery(bot.id).queryKey, bot);
  void queryClient.invalidateQueries({ queryKey: botsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ["bots", "explore"] });
}

export interface SavedBot {
  fields: BotFields;
  /** New icon, none (null), or unchanged (undefined). */
  icon: Blob | null | undefined;
  files: FileChange;
}

/** Change of the files that a bot answers from; those added are uploaded. */
export interface FileChange {
  added: readonly BotFile[];
  removed: readonly BotFile[];
}

/**
 * Creates or changes a bot, its files and its icon. `known` returns the bot to change. `onStep` gets the bot after each
 * step, so that a retry goes on where one failed and creates nothing again.
 */
export const saveBotMutation = (
  queryClient: QueryClient,
  known: () => Bot | null,
  onStep: (bot: Bot) => void,
) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async ({ fields, icon, files }: SavedBot) => {
      const { model, ...rest } = fields;
      const change: BotChange = { ...rest, model: model ?? "" };
      const bot = known();
      const written = bot
        ? await api.patch("/api/bots/{id}", {
            path: { id: bot.id },
            body: change,
            headers: { "if-match": `"${bot.version}"` },
          })
        : await api.post("/api/bots", { body: fields });
      onStep(written);
      const saved = await saveFiles(written, files, onStep);
      if (icon) {
        await api.putBytes(`/api/bots/${saved.id}/icon`, icon, undefined, icon.type);
        return api.get("/api/bots/{id}", { path: { id: saved.id } });
      }
      if (icon === null && saved.icon) {
        await api.delete("/api/bots/{id}/icon", { path: { id: saved.id } });
        // Changing the icon is a new version.
        return api.get("/api/bots/{id}", { path: { id: saved.id } });
      }
      return saved;
    },
    onSuccess: (bot) => putBot(queryClient, bot),
    onError: (error) => {
      // The form shows the current version.
      const bot = known();
      if (bot && isEditConflict(error))
        void queryClient.invalidateQueries({ queryKey: botQuery(bot.id).queryKey });
    },
  });

/** Removes and adds files of a bot. */
async function saveFiles(written: Bot, { added, removed }: FileChange, onStep: (bot: Bot) => void) {
  const { id } = written;
  const isThere = (file: BotFile) => written.files.some((one) => one.id === file.id);
  let bot = written;
  for (const file of removed.filter(isThere)) {
    bot = await api.delete("/api/bots/{id}/files/{fileId}", { path: { id, fileId: file.id } });
    onStep(bot);
  }
  for (const file of added) {
    // Adding one again changes nothing.
    bot = await api.post("/api/bots/{id}/files", { path: { id }, body: { file_id: file.id } });
    onStep(bot);
  }
  return bot;
}

export const changeBotMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: BotChange }) =>
      api.patch("/api/bots/{id}", { path: { id }, body: change }),
    onSuccess: (bot) => putBot(queryClient, bot),
  });

export const markBotMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, marks }: { id: string; marks: { favorited?: boolean; pinned?: boolean } }) =>
      api.patch("/api/bots/{id}/marks", { path: { id }, body: marks }),
    onSuccess: (bot) => putBot(queryClient, bot),
  });

const forgetLists = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ["bots"] });

export const deleteBotMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/bots/{id}", { path: { id } }),
    onSettled: () => forgetLists(queryClient),
  });

export const restoreBotMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/bots/{id}/restore", { path: { id } }),
    onSettled: () => forgetLists(queryClient),
  });

/** Starts a conversation with a bot; an empty one is reused. */
export const beginTalkMutation = () =>
  mutationOptions({
    mutationFn: (id: string) =>
      api.post("/api/bots/{id}/conversations", { path: { id }, body: { id: uuidV7() } }),
  });

export const reportBotMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, ...body }: { id: string; reason: ReportReason; details: string }) =>
      api.post("/api/bots/{id}/reports", { path: { id }, body }),
  });

export const settleReportMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, outcome }: { id: string; outcome: "dismissed" | "removed" }) =>
      api.patch("/api/bots/reports/{id}", { path: { id }, body: { outcome } }),
    onSettled: () => forgetLists(queryClient),
  });

export interface ReviewAnswer {
  id: string;
  outcome: "approved" | "not_approved";
  /** Version that was reviewed. */
  version: number;
  reason: string;
}

export const settleReviewMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, ...body }: ReviewAnswer) =>
      api.patch("/api/bots/reviews/{id}", { path: { id }, body }),
    onSuccess: () => forgetLists(queryClient),
  });

/** Withdraws a bot from review. */
export const withdrawReviewMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/bots/{id}/review", { path: { id } }),
    onSuccess: (bot) => putBot(queryClient, bot),
  });
