import { AppLink } from "@ensemble/host/navigation";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import clsx from "clsx";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { OneLine } from "./OneLine";
import { PanelProblem } from "./PanelProblem";

/** Common fields of history entries. */
interface Entry {
  id: string;
  title: string;
  created_at: string;
}

/** Paginated list. */
interface Pages<Item> {
  data: { pages: { items: Item[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Lists a person's history, newest first. Entries can be opened, deleted and restored. */
export function HistorySheet<Item extends Entry>({
  title,
  list,
  current,
  open,
  onOpenChange,
  placeOf,
  about,
  deleted,
  onDelete,
  onRestore,
  above,
  whenEmpty,
}: {
  title: string;
  list: Pages<Item>;
  /** Id of the open one. */
  current?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placeOf: (id: string) => string;
  /** Details next to the time. */
  about?: (entry: Item) => ReactNode;
  /** Message after an entry was deleted. */
  deleted: string;
  onDelete: (entry: Item, then: { onSuccess: () => void }) => void;
  onRestore: (entry: Item) => void;
  above?: ReactNode;
  whenEmpty: ReactNode;
}) {
  const text = useText("search");
  const { locale } = useLocale();
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const erase = (entry: Item) =>
    onDelete(entry, {
      onSuccess: () =>
        showToast({
          title: deleted,
          action: { label: text("undo"), onPress: () => onRestore(entry) },
        }),
    });
  return (
    <Sheet side="end" open={open} onOpenChange={onOpenChange} title={title} closeLabel={text("close")}>
      {above}
      {list.isPending ? <SkeletonLines count={6} label={text("loading")} /> : null}
      {list.isError && !list.data ? (
        <PanelProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && entries.length === 0 ? whenEmpty : null}
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
              <span className="block text-sm">
                <OneLine>{entry.title}</OneLine>
              </span>
              <span className="block text-faint text-xs">
                {relativeTime(entry.created_at, Date.now(), locale)}
                {about?.(entry)}
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
      <div className="flex flex-col pb-4 empty:hidden">
        <MoreButton list={list}>{text("show_more")}</MoreButton>
      </div>
    </Sheet>
  );
}
