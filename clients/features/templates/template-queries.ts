import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Definition, Template, TemplateFormat, Values } from "./operations";

const KEY = ["templates"];

/** Query for the person's templates and the presets. */
export const templatesQuery = queryOptions({
  queryKey: [...KEY, "list"],
  queryFn: ({ signal }) => api.get("/api/templates", { signal }),
  select: ({ items }) => items,
});

export const templateQuery = (key: string) =>
  queryOptions({
    queryKey: [...KEY, "one", key],
    queryFn: ({ signal }) => api.get("/api/templates/{key}", { path: { key }, signal }),
  });

/** Query for the person's documents, the last changed first, paginated. */
export const documentsQuery = infiniteQueryOptions({
  queryKey: [...KEY, "documents"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/templates/documents", { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
});

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "document", id],
    queryFn: ({ signal }) => api.get("/api/templates/documents/{id}", { path: { id }, signal }),
  });

const settled = (client: QueryClient) => ({
  onSettled: () => client.invalidateQueries({ queryKey: KEY }),
});

/** Saves a template; `known` is null for a new one. */
export const saveTemplateMutation = (client: QueryClient, known: Template | null) => {
  // A retry of the same form creates nothing twice.
  const newId = uuidV7();
  return mutationOptions({
    mutationFn: (definition: Definition) =>
      known
        ? api.put("/api/templates/{id}", {
            path: { id: known.key },
            headers: { "If-Match": `"${known.version}"` },
            body: definition,
          })
        : api.post("/api/templates", { body: { id: newId, definition } }),
    ...settled(client),
  });
};

export const copyTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (key: string) =>
      api.post("/api/templates/{key}/copies", { path: { key }, body: { id: uuidV7() } }),
    ...settled(client),
  });

export const deleteTemplateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/templates/{id}", { path: { id } }),
    ...settled(client),
  });

/** Creates a template of a Word file. */
export const uploadMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (file: File) => {
      const path = `/api/templates/uploads?id=${uuidV7()}&name=${encodeURIComponent(file.name)}`;
      return (await api.putBytes(path, file)) as Template;
    },
    ...settled(client),
  });

export const beginMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (template: string) =>
      api.post("/api/templates/documents", { body: { id: uuidV7(), template } }),
    ...settled(client),
  });

export interface Fill {
  title: string;
  values: Values;
}

export const fillMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ fill, version }: { fill: Fill; version: number }) =>
      api.put("/api/templates/documents/{id}", {
        path: { id },
        headers: { "If-Match": `"${version}"` },
        body: fill,
      }),
    onSuccess: async (saved) => {
      const { queryKey } = documentQuery(id);
      // What was asked before is older than this answer.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved);
    },
  });

export const deleteDocumentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/templates/documents/{id}", { path: { id } }),
    ...settled(client),
  });

/** Returns the file of a document in a format, as it is filled now. */
export async function makeFile(id: string, format: TemplateFormat): Promise<{ name: string; content: Blob }> {
  const { file_id, name } = await api.post("/api/templates/documents/{id}/files", {
    path: { id },
    body: { format },
  });
  return { name, content: (await api.getFile(`/api/documents/files/${file_id}/content`)).content };
}

export const suggestMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: {
      template: string;
      document_id: string;
      instructions: string;
      source?: { kind: string; id: string };
      values: Values;
    }) => api.post("/api/templates/suggestions", { body }),
  });

/** Query for the newest chats, to fill a document from. */
export const chatsQuery = queryOptions({
  queryKey: ["chat", "for-templates"],
  queryFn: ({ signal }) => api.get("/api/chat/conversations", { query: { limit: 30 }, signal }),
  select: ({ items }) => items.map(({ id, title }) => ({ id, title: title ?? "" })),
});
