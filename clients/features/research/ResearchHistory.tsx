import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { ResearchEntry } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { IconButton } from "@ensemble/ui/IconButton";
import { Sheet } from "@ensemble/ui/Sheet";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { showToast } from "@ensemble/ui/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Plus, Telescope, Trash2 } from "lucide-react";
import { deleteMutation, placeOf, researchesQuery, restoreMutation } from "./research-queries";

/** What the person had researched before, the newest first. */
export function ResearchHistory({
  current,
  open,
  onOpenChange,
}: {
  current?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("search");
  const { locale } = useLocale();
  const client = useQueryClient();
  const all = useInfiniteQuery({ ...researchesQuery, enabled: open });
  const remove = useMutation(deleteMutation(client));
  const restore = useMutation(restoreMutation(client));
  const entries = all.data?.pages.flatMap(({ items }) => items) ?? [];
  const erase = (entry: ResearchEntry) =>
    remove.mutate(entry, {
      onSuccess: () =>
        showToast({
          title: text("research.deleted"),
          action: { label: text("undo"), onPress: () => restore.mutate(entry) },
        }),
    });
  return (
    <Sheet
      side="end"
      open={open}
      onOpenChange={onOpenChange}
      title={text("research.history")}
      closeLabel={text("close")}
    >
      <div className="px-4 pb-2">
        <AppLink
          to={placeOf()}
          onClick={() => onOpenChange(false)}
          className="flex min-h-9 items-center gap-2 text-sm hover:underline touch:min-h-11"
        >
          <Plus className="size-4" aria-hidden="true" />
          {text("research.new")}
        </AppLink>
      </div>
      {all.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
      {all.isError && !all.data ? (
        <PanelProblem error={all.error} onRetry={() => void all.refetch()} />
      ) : null}
      {all.data && entries.length === 0 ? (
        <EmptyState icon={<Telescope />} title={text("research.no_history")} />
      ) : null}
      <ul className="flex flex-col px-2 pb-4">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className={clsx(
              "flex items-center gap-1 rounded-md hover:bg-hover",
              entry.id === current && "bg-accent-soft",
            )}
          >
            <AppLink
              to={placeOf(entry.id)}
              aria-current={entry.id === current ? "page" : undefined}
              onClick={() => onOpenChange(false)}
              className="min-w-0 flex-1 rounded-md px-2 py-2"
            >
              <span className="plain-bidi block truncate text-sm">{entry.title}</span>
              <span className="flex flex-wrap items-center gap-1.5 text-faint text-xs">
                {relativeTime(entry.created_at, Date.now(), locale)}
                {entry.state === "completed" ? null : <span>· {text(`research.states.${entry.state}`)}</span>}
                {entry.changed === null ? null : (
                  <Badge tone={entry.changed ? "accent" : "neutral"}>
                    {text(entry.changed ? "research.has_changed" : "research.unchanged")}
                  </Badge>
                )}
                {entry.every ? <Badge>{text(`research.every_${entry.every}`)}</Badge> : null}
              </span>
            </AppLink>
            <IconButton
              size="sm"
              label={text("delete_title", { title: entry.title })}
              icon={<Trash2 />}
              onClick={() => erase(entry)}
            />
          </li>
        ))}
      </ul>
      {all.hasNextPage ? (
        <div className="flex justify-center pb-4">
          <Button busy={all.isFetchingNextPage} onClick={() => void all.fetchNextPage()}>
            {text("more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
