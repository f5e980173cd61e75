import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { artifactsQuery } from "../queries";
import { ArtifactTile } from "./ArtifactTile";

/** Drawer with the starred artifacts (spec §2: "starred drawer"). */
export function StarredDrawer({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("artifacts");
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      side="end"
      title={text("starred")}
      closeLabel={text("close")}
    >
      {open ? <StarredList /> : null}
    </Sheet>
  );
}

function StarredList() {
  const text = useText("artifacts");
  const list = useInfiniteQuery(artifactsQuery({ q: "", starred: true }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4">
      {list.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {list.isError ? <PanelProblem error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Star />} title={text("no_stars")} description={text("no_stars_hint")} />
      ) : null}
      <ul className="flex flex-col gap-2">
        {items.map((artifact) => (
          <li key={artifact.id}>
            <ArtifactTile artifact={artifact} />
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {text("more_items")}
        </Button>
      ) : null}
    </div>
  );
}
