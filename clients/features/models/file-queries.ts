import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { ModelFile } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Polling interval while a model is loading. */
const ASK_EVERY_MS = 1_000;
/** Polling interval: models load on demand and unload after a while. */
const LOOK_EVERY_MS = 10_000;

const isBusy = ({ state }: ModelFile) => state === "loading";

export const filesQuery = queryOptions({
  queryKey: ["models", "files"],
  queryFn: ({ signal }) => api.get("/api/models/files", { signal }),
  refetchInterval: (query) => (query.state.data?.items.some(isBusy) ? ASK_EVERY_MS : LOOK_EVERY_MS),
});

/** Refetches the models, which change with files. */
const refetchModels = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ["models"] });

const refetchFiles = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: filesQuery.queryKey });

export const loadFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // The error shows at the file.
    meta: { ownError: true },
    mutationFn: (name: string) => {
      const loaded = api.post("/api/models/files/{name}/load", { path: { name } });
      void refetchFiles(queryClient);
      return loaded;
    },
    onSettled: () => refetchFiles(queryClient),
  });

export const unloadFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => api.delete("/api/models/files/{name}/load", { path: { name } }),
    onSettled: () => refetchFiles(queryClient),
  });

export const deleteFileMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => api.delete("/api/models/files/{name}", { path: { name } }),
    onSettled: () => refetchModels(queryClient),
  });

export interface SentFile {
  file: File;
  signal: AbortSignal;
}

/** Uploads a model file in chunks from the server's offset on, with progress. */
export const sendFileMutation = (
  queryClient: QueryClient,
  pieceBytes: number,
  onSent: (bytes: number) => void,
) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async ({ file, signal }: SentFile) => {
      let at = 0;
      let isTold = false;
      do {
        const piece = file.slice(at, at + pieceBytes);
        try {
          await api.putBytes(addressOf(file, at), piece, signal);
          at += piece.size;
          isTold = false;
        } catch (error) {
          const there = offsetIn(error);
          // Reported twice without a chunk in between: somebody else is uploading the same file.
          if (there === null || isTold) throw error;
          at = there;
          isTold = true;
        }
        onSent(at);
      } while (at < file.size);
      return file.name;
    },
    onSettled: () => refetchModels(queryClient),
  });

const addressOf = (file: File, offset: number) =>
  `/api/models/files/${encodeURIComponent(file.name)}?offset=${offset}&size_bytes=${file.size}&modified_at=${file.lastModified}`;

/** Returns the offset at which the server resumes an upload; null for other errors. */
function offsetIn(error: unknown): number | null {
  if (!(error instanceof ProblemError) || error.problem.code !== "model_files.wrong_offset") return null;
  const offset = Number(error.problem.params.offset);
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : null;
}
