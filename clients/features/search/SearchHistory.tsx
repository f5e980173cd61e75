import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import type { SearchEntry } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { IconButton } from "@ensemble/ui/IconButton";
import { Sheet } from "@ensemble/ui/Sheet";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { showToast } from "@ensemble/ui/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { History, Trash2 } from "lucide-react";
import { deleteSearchMutation, restoreSearchMutation, searchHistoryQuery } from "./search-queries";

/** What the person searched for before, the newest first. */
export function SearchHistory({
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
  const history = useInfiniteQuery({ ...searchHistoryQuery, enabled: open });
  const remove = useMutation(deleteSearchMutation(client));
  const restore = useMutation(restoreSearchMutation(client));
  const entries = history.data?.pages.flatMap(({ items }) => items) ?? [];
  const erase = (entry: SearchEntry) =>
    remove.mutate(entry, {
      onSuccess: () =>
        showToast({
          title: text("deleted"),
          action: { label: text("undo"), onPress: () => restore.mutate(entry) },
        }),
    });
  return (
    <Sheet
      side="end"
      open={open}
      onOpenChange={onOpenChange}
      title={text("history")}
      closeLabel={text("close")}
    >
      {history.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
      {history.isError && !history.data ? (
        <PanelProblem error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.data && entries.length === 0 ? (
        <EmptyState icon={<History />} title={text("no_history")} description={text("no_history_hint")} />
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
              to={PLACES.search(entry.id)}
              aria-current={entry.id === current ? "page" : undefined}
              onClick={() => onOpenChange(false)}
              className="min-w-0 flex-1 rounded-md px-2 py-2"
            >
              <span className="block text-sm">
                <OneLine>{entry.title}</OneLine>
              </span>
              <span className="block text-faint text-xs">
                {entry.running ? text("running") : relativeTime(entry.created_at, Date.now(), locale)}
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
      {history.hasNextPage ? (
        <div className="flex justify-center pb-4">
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {text("more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
