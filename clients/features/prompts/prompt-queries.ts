import { api } from "@ensemble/contract/api";
import type {
  Prompt,
  PromptFields,
  QuickAction,
  QuickActionChange,
  QuickActionFields,
} from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for a tab of the library, which is searched on the client. */
export const promptsQuery = (tab: "mine" | "public") =>
  queryOptions({
    queryKey: ["prompts", "library", tab],
    queryFn: ({ signal }) => api.get("/api/prompts", { query: { tab }, signal }),
    staleTime: 60_000,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ["prompts", "versions", id],
    queryFn: ({ signal }) => api.get("/api/prompts/{id}/versions", { path: { id }, signal }),
  });

export const actionsQuery = queryOptions({
  queryKey: ["prompts", "actions"],
  queryFn: ({ signal }) => api.get("/api/prompts/actions", { signal }),
  staleTime: 5 * 60_000,
});

export const publicActionsQuery = queryOptions({
  queryKey: ["prompts", "actions", "public"],
  queryFn: ({ signal }) => api.get("/api/prompts/actions", { query: { public: true }, signal }),
});

const refetchPrompts = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ["prompts"] });

/** Fetches the current version of a prompt. */
export const readPrompt = (id: string): Promise<Prompt> => api.get("/api/prompts/{id}", { path: { id } });

/** Fetches the current version of a quick action. */
export const readAction = async (id: string): Promise<QuickAction | undefined> =>
  (await api.get("/api/prompts/actions")).items.find((action) => action.id === id);

/** Creates a prompt, or changes it based on version `over`. */
export const savePromptMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ over, fields }: { over: Pick<Prompt, "id" | "version"> | null; fields: PromptFields }) =>
      over
        ? api.patch("/api/prompts/{id}", {
            path: { id: over.id },
            body: fields,
            headers: { "if-match": `"${over.version}"` },
          })
        : api.post("/api/prompts", { body: fields }),
    onSuccess: () => refetchPrompts(queryClient),
  });

export const copyPromptMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ name, description, content }: Prompt) =>
      api.post("/api/prompts", { body: { name, description, content, public: false } }),
    onSuccess: () => refetchPrompts(queryClient),
  });

export const deletePromptMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/prompts/{id}", { path: { id } }),
    onSettled: () => refetchPrompts(queryClient),
  });

export const restorePromptMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/prompts/{id}/restore", { path: { id } }),
    onSettled: () => refetchPrompts(queryClient),
  });

export const markPromptMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, favorited }: { id: string; favorited: boolean }) =>
      api.patch("/api/prompts/{id}/marks", { path: { id }, body: { favorited } }),
    onSettled: () => refetchPrompts(queryClient),
  });

/** Creates a quick action, or changes it based on version `over`. */
export const saveActionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ over, fields }: { over: QuickAction | null; fields: QuickActionFields }) =>
      over
        ? api.patch("/api/prompts/actions/{id}", {
            path: { id: over.id },
            body: { ...fields, language: fields.language ?? "" },
            headers: { "if-match": `"${over.updated_at ?? ""}"` },
          })
        : api.post("/api/prompts/actions", { body: fields }),
    onSuccess: () => refetchPrompts(queryClient),
  });

export const changeActionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: QuickActionChange }) =>
      api.patch("/api/prompts/actions/{id}", { path: { id }, body: change }),
    onSettled: () => refetchPrompts(queryClient),
  });

export const deleteActionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/prompts/actions/{id}", { path: { id } }),
    onSettled: () => refetchPrompts(queryClient),
  });
