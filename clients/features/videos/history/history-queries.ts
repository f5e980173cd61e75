import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { Page, Video } from "@ensemble/contract/wire";
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
} from "@tanstack/react-query";
import { KEY, videoQuery } from "../video-queries";

/** Videos that the history shows. */
export interface VideoFilter {
  /** Words of the prompt. */
  q: string;
  starred: boolean;
  deleted: boolean;
}

export const ALL_VIDEOS: VideoFilter = { q: "", starred: false, deleted: false };

/** True if a video stays in a list after it was changed; words are left to the server. */
export const fitsFilter = (video: Video, { starred, deleted }: VideoFilter): boolean =>
  (video.deleted_at !== null) === deleted && (!starred || video.starred);

const PAGE_SIZE = 24;
const LISTS = [KEY, "history"];
type Pages = InfiniteData<Page<Video>, string | undefined>;

/** Query for a person's videos, newest first. */
export const historyQuery = (filter: VideoFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/videos", {
        query: {
          cursor: pageParam,
          limit: PAGE_SIZE,
          q: filter.q.trim() || undefined,
          starred: filter.starred || undefined,
          deleted: filter.deleted || undefined,
        },
        signal,
      }),
    ...byCursor,
  });

export const refreshHistory = (client: QueryClient) => client.invalidateQueries({ queryKey: LISTS });

/** Puts a changed video into the shown lists, and takes it out of those where it no longer belongs. */
function putVideo(client: QueryClient, changed: Video): void {
  client.setQueryData(videoQuery(changed.id).queryKey, changed);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: LISTS })) {
    const fits = fitsFilter(changed, queryKey.at(-1) as VideoFilter);
    client.setQueryData<Pages>(
      queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((video) => (video.id !== changed.id ? video : fits ? changed : [])),
          })),
        },
    );
  }
}

/** Mutation that adds a video to the favorites, or takes it out; shown at once. */
export const starVideoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, starred }: Video) =>
      api.patch("/api/videos/{video_id}", { path: { video_id: id }, body: { starred: !starred } }),
    onMutate: (video) => putVideo(client, { ...video, starred: !video.starred }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });

/** Mutation that moves a video to the trash; shown at once. */
export const deleteVideoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Video) => api.delete("/api/videos/{video_id}", { path: { video_id: id } }),
    onMutate: (video) => putVideo(client, { ...video, deleted_at: new Date().toISOString() }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });

export const restoreVideoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Video) => api.post("/api/videos/{video_id}/restore", { path: { video_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
