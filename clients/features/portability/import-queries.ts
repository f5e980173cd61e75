import { api } from "@ensemble/contract/api";
import type { Import } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const KEY = ["portability", "imports"] as const;
/** Polling interval during an import, in case hints are lost. */
const ASK_EVERY_MS = 1_500;

export const isBusy = ({ state }: Import): boolean => state === "checking" || state === "importing";

export const importsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get("/api/portability/imports", { signal }),
  refetchInterval: (query) => (query.state.data?.items.some(isBusy) ? ASK_EVERY_MS : false),
});

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: KEY });

/** Uploads an archive in chunks, with progress, and starts the dry run. */
export const uploadMutation = (queryClient: QueryClient, onSent: (bytes: number) => void) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async (file: File) => {
      const body = { name: file.name, size_bytes: file.size };
      const made = await api.post("/api/portability/imports", { body });
      for (let at = 0, number = 0; at < file.size; at += made.piece_bytes, number += 1) {
        const piece = file.slice(at, at + made.piece_bytes);
        await api.putBytes(`/api/portability/imports/${made.id}/pieces/${number}`, piece);
        onSent(Math.min(file.size, at + made.piece_bytes));
      }
      return api.post("/api/portability/imports/{id}/check", { path: { id: made.id } });
    },
    onSettled: () => refresh(queryClient),
  });

export const startMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/portability/imports/{id}/start", { path: { id } }),
    onSettled: () => refresh(queryClient),
  });

export const forgetMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/portability/imports/{id}", { path: { id } }),
    onSettled: () => refresh(queryClient),
  });
