import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Shapes, Star } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { artifactsQuery } from "../queries";
import { ArtifactTile } from "./ArtifactTile";
import { Examples } from "./Examples";
import { StarredDrawer } from "./StarredDrawer";

/** Page of a person's artifacts, with search and the drawer of starred ones (spec §2). */
export function ArtifactsPage() {
  const text = useText("artifacts");
  const [words, setWords] = useState("");
  const [drawer, setDrawer] = useState(false);
  const q = useDeferredValue(words.trim());
  const list = useInfiniteQuery(artifactsQuery({ q, starred: false }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="artifacts">
      <title>{`${text("title")} · Ensemble`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text("title")}</h1>
          <IconButton
            label={text("starred")}
            aria-haspopup="dialog"
            icon={<Star />}
            onClick={() => setDrawer(true)}
          />
        </header>
        {items.length > 0 || words !== "" ? (
          <div className="flex">
            <SearchField
              label={text("search")}
              clearLabel={text("clear")}
              value={words}
              onChange={setWords}
            />
          </div>
        ) : null}
        {list.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
        {list.isError ? <PanelProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isSuccess && items.length === 0 ? <Nothing isSearch={words !== ""} /> : null}
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {items.map((artifact) => (
            <li key={artifact.id}>
              <ArtifactTile artifact={artifact} />
            </li>
          ))}
        </ul>
        {list.hasNextPage ? (
          <Button
            className="self-center"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {text("more_items")}
          </Button>
        ) : null}
      </div>
      <StarredDrawer open={drawer} onOpenChange={setDrawer} />
    </div>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const text = useText("artifacts");
  if (isSearch) return <EmptyState icon={<Shapes />} title={text("nothing_found")} />;
  return (
    <EmptyState icon={<Shapes />} title={text("empty")} description={text("empty_hint")}>
      <Examples />
    </EmptyState>
  );
}
