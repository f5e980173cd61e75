import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import type { Video } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Clapperboard, SearchX, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { HistoryFilters } from "./HistoryFilters";
import { ALL_VIDEOS, historyQuery, starVideoMutation, type VideoFilter } from "./history-queries";
import { VideoCell } from "./VideoCell";

/** A person's videos: search, favorites, trash. `above`: requests in progress. */
export function History({ above, onOpen }: { above?: ReactNode; onOpen: (video: Video) => void }) {
  const text = useText("videos");
  const [filter, setFilter] = useState(ALL_VIDEOS);
  const list = useInfiniteQuery({
    ...historyQuery({ ...filter, q: useDebounced(filter.q) }),
    placeholderData: keepPreviousData,
  });
  const { mutate: star } = useMutation(starVideoMutation(useQueryClient()));
  const videos = list.data?.pages.flatMap(({ items }) => items);
  const { isPending, error, refetch } = list;
  return (
    <div
      data-scroll-restoration-id="videos"
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain px-4 pt-4 pb-16 sm:px-6"
    >
      {above}
      <HistoryFilters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      {filter.deleted ? <p className="text-muted text-sm">{text("trash_hint")}</p> : null}
      <TaskBoundary
        query={{ data: videos, isPending, error, refetch }}
        isEmpty={({ length }) => length === 0}
        empty={<NoVideos filter={filter} />}
      >
        {(items) => (
          <>
            <ul
              aria-label={text(filter.deleted ? "trash" : "history")}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-3"
            >
              {items.map((video) => (
                <li key={video.id}>
                  <VideoCell video={video} onOpen={onOpen} onStar={star} />
                </li>
              ))}
            </ul>
            <MoreButton list={list}>{text("show_more")}</MoreButton>
          </>
        )}
      </TaskBoundary>
    </div>
  );
}

function NoVideos({ filter }: { filter: VideoFilter }) {
  const text = useText("videos");
  if (filter.q.trim() !== "" || filter.starred)
    return <EmptyState icon={<SearchX />} title={text("nothing_matches")} />;
  if (filter.deleted) return <EmptyState icon={<Trash2 />} title={text("trash_is_empty")} />;
  return (
    <EmptyState icon={<Clapperboard />} title={text("no_videos")} description={text("no_videos_hint")} />
  );
}
