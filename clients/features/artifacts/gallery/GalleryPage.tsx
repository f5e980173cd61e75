import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Shapes } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { GallerySort } from "../operations";
import { galleryQuery } from "../queries";
import { GalleryTile } from "./GalleryTile";
import { PageHead } from "./PageHead";

/** Page of the published artifacts that their authors list (decision 1017). */
export function GalleryPage() {
  const text = useText("artifacts");
  const [words, setWords] = useState("");
  const [sort, setSort] = useState<GallerySort>("newest");
  const q = useDeferredValue(words.trim());
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="artifact-gallery">
      <title>{`${text("gallery")} · Ensemble`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <PageHead page="gallery" />
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex min-w-[min(16rem,100%)] flex-1">
            <SearchField
              label={text("gallery_search")}
              clearLabel={text("clear")}
              value={words}
              onChange={setWords}
            />
          </div>
          <Segmented
            label={text("sort")}
            value={sort}
            options={[
              { value: "newest", label: text("sorts.newest") },
              { value: "remixed", label: text("sorts.remixed") },
            ]}
            onChange={setSort}
          />
        </div>
        <GalleryList q={q} sort={sort} />
      </div>
    </div>
  );
}

function GalleryList({ q, sort }: { q: string; sort: GallerySort }) {
  const text = useText("artifacts");
  const list = useInfiniteQuery(galleryQuery({ q, sort }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <SkeletonLines count={6} label={text("loading")} />;
  if (list.isError) return <PanelProblem error={list.error} onRetry={() => void list.refetch()} />;
  if (items.length === 0 && q) return <EmptyState icon={<SearchX />} title={text("nothing_found")} />;
  if (items.length === 0)
    return (
      <EmptyState icon={<Shapes />} title={text("gallery_empty")} description={text("gallery_empty_hint")} />
    );
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {items.map((listed) => (
          <li key={listed.share_id}>
            <GalleryTile listed={listed} />
          </li>
        ))}
      </ul>
      <MoreButton list={list}>{text("more_items")}</MoreButton>
    </>
  );
}
