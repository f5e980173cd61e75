import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Artifact, ArtifactDetail, ArtifactSettings, GallerySort } from "./operations";

const KEY = ["artifacts"];

/** Query for the person's artifacts, the last changed first, paginated. */
export const artifactsQuery = (filter: { q: string; starred: boolean }) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/artifacts", {
        query: {
          ...(filter.q ? { q: filter.q } : {}),
          ...(filter.starred ? { starred: true } : {}),
          cursor: pageParam,
          limit: 50,
        },
        signal,
      }),
    ...byCursor,
  });

/** Query for the gallery of published artifacts, paginated. */
export const galleryQuery = (filter: { q: string; sort: GallerySort }) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "gallery", filter],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/artifacts/gallery", {
        query: { ...(filter.q ? { q: filter.q } : {}), sort: filter.sort, cursor: pageParam, limit: 30 },
        signal,
      }),
    ...byCursor,
    // Others publish and withdraw without a hint to this window.
    staleTime: 0,
  });

/** Copies a published artifact into the person's own. */
export const remixMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (shareId: string) => api.post("/api/sharing/public/{id}/copy", { path: { id: shareId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

/** Query for the artifacts of a chat. */
export const artifactsOfChatQuery = (conversationId: string) =>
  queryOptions({
    queryKey: [...KEY, "chat", conversationId],
    queryFn: async ({ signal }) => {
      const query = { conversation_id: conversationId, limit: 100 };
      return (await api.get("/api/artifacts", { query, signal })).items;
    },
  });

/** Query for an artifact with its newest content. */
export const artifactQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get("/api/artifacts/{id}", { path: { id }, signal }),
  });

/** Query for a version, which never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ["artifact-versions", id, number],
    queryFn: ({ signal }) =>
      api.get("/api/artifacts/{id}/versions/{number}", { path: { id, number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Query for what a running artifact keeps: read when it is opened, and not again under it. */
export const artifactDataQuery = (id: string) =>
  queryOptions({
    queryKey: ["artifact-data", id],
    queryFn: ({ signal }) => api.get("/api/artifacts/{id}/data", { path: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const saveArtifactData = (id: string, entries: Record<string, string>): Promise<undefined> =>
  api.put("/api/artifacts/{id}/data", { path: { id }, body: { entries } });

export const settingsQuery = queryOptions({
  queryKey: [...KEY, "settings"],
  queryFn: ({ signal }) => api.get("/api/artifacts/settings", { signal }),
});

export const settingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: ArtifactSettings) => api.put("/api/artifacts/settings", { body }),
    onMutate: (body) => queryClient.setQueryData(settingsQuery.queryKey, body),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });

interface Change {
  id: string;
  title?: string;
  starred?: boolean;
  prompts?: boolean;
  listed?: boolean;
}

export const changeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: Change) => api.patch("/api/artifacts/{id}", { path: { id }, body }),
    onMutate: ({ id, ...change }) => {
      queryClient.setQueryData(artifactQuery(id).queryKey, (known) => known && { ...known, ...change });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

interface HostsChange {
  id: string;
  hosts: string[];
}

/** Lets an artifact reach hosts; the person agrees to them by that. */
export const hostsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, hosts }: HostsChange) =>
      api.patch("/api/artifacts/{id}", { path: { id }, body: { hosts } }),
    onSuccess: ({ id, hosts, hosts_agreed }: Artifact) => {
      queryClient.setQueryData(
        artifactQuery(id).queryKey,
        (known) => known && { ...known, hosts, hosts_agreed },
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

interface NewVersion {
  id: string;
  content: string;
  base: number;
  restored?: number;
}

export const versionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, ...body }: NewVersion) =>
      api.post("/api/artifacts/{id}/versions", { path: { id }, body }),
    onSuccess: (detail: ArtifactDetail) =>
      queryClient.setQueryData(artifactQuery(detail.id).queryKey, detail),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

export const deleteMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/artifacts/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
