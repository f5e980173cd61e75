import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ImagePlus, SearchX, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { BoardBar } from "./BoardBar";
import { GalleryFilters } from "./GalleryFilters";
import { ALL_IMAGES, type ImageFilter } from "./gallery-pages";
import { galleryQuery, refreshGallery } from "./gallery-queries";
import { ImageGrid } from "./ImageGrid";
import { SelectionBar } from "./SelectionBar";
import { useSelection } from "./use-selection";

/** A person's images: boards, search, selection. `above`: requests in progress. */
export function Gallery({
  boardId,
  above,
  empty,
  onOpen,
}: {
  boardId: string | null;
  above?: ReactNode;
  /** Shown while there are no images at all. */
  empty?: ReactNode;
  onOpen: (image: Image, among: readonly Image[]) => void;
}) {
  const text = useText("images");
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<ImageFilter>({ ...ALL_IMAGES, boardId });
  const selection = useSelection();
  const list = useInfiniteQuery({
    ...galleryQuery({ ...filter, q: useDebounced(filter.q) }),
    placeholderData: keepPreviousData,
  });
  useChangesElsewhere();
  const images = list.data?.pages.flatMap(({ items }) => items);
  const { isPending, error, refetch } = list;
  const change = (next: Partial<ImageFilter>) => {
    setFilter({ ...filter, ...next });
    selection.end();
  };
  return (
    <div
      ref={scroller}
      data-scroll-restoration-id="images"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-16 sm:px-6"
    >
      <div className="flex flex-col gap-4">
        {above}
        <GalleryFilters filter={filter} onChange={change} selection={selection} />
        <BoardBar filter={filter} onChange={change} />
        {selection.chosen ? (
          <SelectionBar
            images={[...selection.chosen.values()]}
            trash={filter.deleted}
            onAll={() => selection.choose(images ?? [])}
            onDone={selection.end}
          />
        ) : null}
        <TaskBoundary
          query={{ data: images, isPending, error, refetch }}
          isEmpty={({ length }) => length === 0}
          empty={<NoImages filter={filter}>{empty}</NoImages>}
        >
          {(items) => (
            <ImageGrid
              images={items}
              scroller={scroller}
              selection={selection}
              list={list}
              label={text(filter.deleted ? "trash" : "gallery")}
              onOpen={(image) => onOpen(image, items)}
            />
          )}
        </TaskBoundary>
      </div>
    </div>
  );
}

/** Empty state of a list; `children` is that of the unfiltered one. */
function NoImages({ filter, children }: { filter: ImageFilter; children: ReactNode }) {
  const text = useText("images");
  if (filter.q.trim() !== "" || filter.starred)
    return <EmptyState icon={<SearchX />} title={text("nothing_matches")} />;
  if (filter.deleted) return <EmptyState icon={<Trash2 />} title={text("trash_is_empty")} />;
  if (filter.boardId !== null)
    return (
      <EmptyState icon={<ImagePlus />} title={text("board_empty")} description={text("board_empty_hint")} />
    );
  return children ?? <EmptyState icon={<ImagePlus />} title={text("no_images")} />;
}

/** Reads the newest images again when another window, or a task, has changed them. */
function useChangesElsewhere(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerHint(({ type }) => {
        // A lost response leaves the list as it is until the next change.
        if (type === "images.changed") refreshGallery(client).catch(() => undefined);
      }),
    [client],
  );
}
