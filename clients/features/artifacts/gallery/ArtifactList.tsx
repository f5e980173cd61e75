import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { artifactsQuery } from "../queries";
import { ArtifactTile } from "./ArtifactTile";

/** Returns the query of the person's artifacts, and those that are here. */
export function useArtifacts(filter: { q: string; starred: boolean }) {
  const list = useInfiniteQuery(artifactsQuery(filter));
  return { list, items: list.data?.pages.flatMap((page) => page.items) ?? [] };
}

/** Lists artifacts, in a grid or one below the other, with what to show while there are none. */
export function ArtifactList({
  artifacts: { list, items },
  isGrid = false,
  empty,
}: {
  artifacts: ReturnType<typeof useArtifacts>;
  isGrid?: boolean;
  empty: ReactNode;
}) {
  const text = useText("artifacts");
  return (
    <>
      {list.isPending ? <SkeletonLines count={isGrid ? 6 : 3} label={text("loading")} /> : null}
      {list.isError ? <PanelProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && items.length === 0 ? empty : null}
      <ul className={isGrid ? "grid gap-3 sm:grid-cols-2 lg:grid-cols-3" : "flex flex-col gap-2"}>
        {items.map((artifact) => (
          <li key={artifact.id}>
            <ArtifactTile artifact={artifact} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button
          className={isGrid ? "self-center" : undefined}
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {text("more_items")}
        </Button>
      ) : null}
    </>
  );
}
