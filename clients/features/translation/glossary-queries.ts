import { api } from "@ensemble/contract/api";
import type { GlossaryTerm, TermFields } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the person's terms, which are searched on the client. */
export const glossaryQuery = queryOptions({
  queryKey: ["translation", "glossary"],
  queryFn: ({ signal }) => api.get("/api/translation/glossary", { signal }),
});

export const memoryQuery = queryOptions({
  queryKey: ["translation", "memory"],
  queryFn: ({ signal }) => api.get("/api/translation/memory", { signal }),
});

const refetchGlossary = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ["translation"] });

/** Fetches the current version of a term. */
export const readTerm = async (id: string): Promise<GlossaryTerm | undefined> =>
  (await api.get("/api/translation/glossary")).items.find((term) => term.id === id);

/** Creates a term, or changes it based on version `over`. */
export const saveTermMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ over, fields }: { over: GlossaryTerm | null; fields: TermFields }) =>
      over
        ? api.put("/api/translation/glossary/{id}", {
            path: { id: over.id },
            body: fields,
            headers: { "if-match": `"${over.updated_at}"` },
          })
        : api.post("/api/translation/glossary", { body: fields }),
    onSuccess: () => refetchGlossary(queryClient),
  });

export const deleteTermMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/translation/glossary/{id}", { path: { id } }),
    onSettled: () => refetchGlossary(queryClient),
  });

export const importTableMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async (file: File) =>
      api.post("/api/translation/glossary/table", { body: { csv: await file.text() } }),
    onSuccess: () => refetchGlossary(queryClient),
  });

export const exportTableMutation = mutationOptions({
  mutationFn: () => api.get("/api/translation/glossary/table"),
});

export const forgetMemoryMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/translation/memory"),
    onSettled: () => refetchGlossary(queryClient),
  });
