import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import type { ReadingEntry } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpenText, Trash2 } from "lucide-react";
import { KIND_ICONS } from "./reading-icons";
import { deleteReadingMutation, isFinished, readingsQuery, restoreReadingMutation } from "./reading-queries";

/** Lists the person's readings, newest first. */
export function ReadingList() {
  const text = useText("reading");
  const client = useQueryClient();
  const readings = useInfiniteQuery(readingsQuery);
  const remove = useMutation(deleteReadingMutation(client));
  const restore = useMutation(restoreReadingMutation(client));
  const entries = readings.data?.pages.flatMap(({ items }) => items) ?? [];
  const erase = (entry: ReadingEntry) =>
    remove.mutate(entry, {
      onSuccess: () =>
        showToast({
          title: text("deleted"),
          action: { label: text("undo"), onPress: () => restore.mutate(entry) },
        }),
    });
  if (readings.isPending) return <SkeletonLines count={5} label={text("loading")} />;
  if (readings.isError && !readings.data)
    return <PanelProblem error={readings.error} onRetry={() => void readings.refetch()} />;
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<BookOpenText />}
        title={text("nothing_read")}
        description={text("nothing_read_hint")}
      />
    );
  return (
    <section aria-label={text("readings")} className="flex flex-col gap-2">
      <h2 className="font-semibold">{text("readings")}</h2>
      <ul className="flex flex-col">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onErase={() => erase(entry)} />
        ))}
      </ul>
      <MoreButton list={readings}>{text("show_more")}</MoreButton>
    </section>
  );
}

function Entry({ entry, onErase }: { entry: ReadingEntry; onErase: () => void }) {
  const text = useText("reading");
  const { locale } = useLocale();
  const Icon = KIND_ICONS[entry.kind];
  const state = entry.state === "complete" ? null : text(`states_short.${entry.state}`);
  const about = [
    state,
    siteOf(entry.url),
    isFinished(entry.state) ? relativeTime(entry.created_at, Date.now(), locale) : null,
  ];
  return (
    <li className="flex items-center gap-1 rounded-md hover:bg-hover">
      <AppLink
        to={PLACES.reading(entry.id)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2.5"
      >
        <Icon aria-label={text(`kinds.${entry.kind}`)} className="size-4 flex-none text-faint" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm">
            <OneLine>{entry.title}</OneLine>
          </span>
          <span className="block truncate text-faint text-xs">{factsLine(about)}</span>
        </span>
      </AppLink>
      <IconButton
        size="sm"
        label={text("delete_title", { title: entry.title })}
        icon={<Trash2 />}
        onClick={onErase}
      />
    </li>
  );
}

/** Returns the host of an address without "www.". */
export const siteOf = (url: string | null): string | null =>
  url ? (URL.parse(url)?.host.replace(/^www\./, "") ?? null) : null;
