import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { Image } from "@ensemble/contract/wire";
import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import {
  boardsQuery,
  changeImage,
  deleteImage,
  type ImageChange,
  imageQuery,
  restoreImage,
} from "../image-queries";
import { ALL_IMAGES, fitsFilter, type ImageFilter, mergeFirstPage } from "./gallery-pages";

const KEY = "image-gallery";
const PAGE_SIZE = 100;

interface Page {
  items: Image[];
  next_cursor?: string | null;
}
type Pages = InfiniteData<Page, string | undefined>;

const readPage = (filter: ImageFilter, cursor: string | undefined, signal?: AbortSignal) =>
  api.get("/api/images", {
    query: {
      cursor,
      limit: PAGE_SIZE,
      q: filter.q.trim() || undefined,
      board_id: filter.boardId,
      starred: filter.starred || undefined,
      deleted: filter.deleted || undefined,
    },
    signal,
  });

/** Query for the images of a gallery, newest first. The server's hints do not refetch all its pages. */
export const galleryQuery = (filter: ImageFilter) =>
  infiniteQueryOptions({
    queryKey: [KEY, filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    staleTime: 30_000,
    ...byCursor,
  });

/** Reads the newest images again, without the hundreds of pages that may be below them. */
export async function refreshGallery(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: boardsQuery.queryKey });
  const shown = client.getQueryCache().findAll({ queryKey: [KEY], type: "active" });
  await Promise.all(
    shown.map(async ({ queryKey, state }) => {
      if (state.data === undefined) return readAnew(client, queryKey);
      const first = await readPage(queryKey[1] as ImageFilter, undefined);
      client.setQueryData<Pages>(queryKey, (known) => {
        if (!known) return known;
        const pages = mergeFirstPage(known.pages, first);
        return { pages, pageParams: known.pageParams.slice(0, pages.length) };
      });
    }),
  );
  // The others are read when they are shown.
  await client.invalidateQueries({ queryKey: [KEY], refetchType: "none", type: "inactive" });
}

/** Reads a list again whose first page is still on its way, and may be older than the change. */
async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  await client.refetchQueries({ queryKey, exact: true });
}

/** Puts changed images into the shown lists, and takes out those that no longer belong there. */
function putImages(client: QueryClient, changed: readonly Image[]): void {
  const byId = new Map(changed.map((image) => [image.id, image]));
  for (const image of changed) client.setQueryData(imageQuery(image.id).queryKey, image);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [KEY] })) {
    const filter = queryKey[1] as ImageFilter;
    client.setQueryData<Pages>(
      queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({
            ...page,
            items: page.items
              .map((image) => byId.get(image.id) ?? image)
              .filter((image) => !byId.has(image.id) || fitsFilter(image, filter)),
          })),
        },
    );
  }
}

interface Change {
  images: readonly Image[];
  change: ImageChange;
}

/** Mutation of several images; shown at once, and put back where the server refuses. */
export const changeImagesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ images, change }: Change) => sendEach(images, ({ id }) => changeImage(id, change)),
    onMutate: ({ images, change }) =>
      putImages(
        client,
        images.map((image) => ({ ...image, ...change })),
      ),
    onError: () => client.invalidateQueries({ queryKey: [KEY] }),
    onSettled: () => refreshGallery(client),
  });

/** Mutation that moves images to the trash. */
export const deleteImagesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (images: readonly Image[]) => sendEach(images, ({ id }) => deleteImage(id)),
    onMutate: (images) =>
      putImages(
        client,
        images.map((image) => ({ ...image, deleted_at: new Date().toISOString() })),
      ),
    onError: () => client.invalidateQueries({ queryKey: [KEY] }),
    onSettled: () => refreshGallery(client),
  });

export const restoreImagesMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (images: readonly Image[]) => sendEach(images, ({ id }) => restoreImage(id)),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });

/** Sends requests one after another: a selection may be large. */
async function sendEach(images: readonly Image[], send: (image: Image) => Promise<unknown>): Promise<void> {
  for (const image of images) await send(image);
}

/** Returns all images of a board. */
export async function imagesOfBoard(boardId: string): Promise<Image[]> {
  const found: Image[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage({ ...ALL_IMAGES, boardId }, cursor);
    found.push(...page.items);
    cursor = page.next_cursor || undefined;
  } while (cursor);
  return found;
}
