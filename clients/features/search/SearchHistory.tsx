import { HistorySheet } from "@ensemble/blocks/HistorySheet";
import { PLACES } from "@ensemble/blocks/places";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { deleteSearchMutation, restoreSearchMutation, searchHistoryQuery } from "./search-queries";

/** Lists the person's earlier searches. */
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
  const client = useQueryClient();
  const list = useInfiniteQuery({ ...searchHistoryQuery, enabled: open });
  const remove = useMutation(deleteSearchMutation(client));
  const restore = useMutation(restoreSearchMutation(client));
  return (
    <HistorySheet
      title={text("history")}
      list={list}
      current={current}
      open={open}
      onOpenChange={onOpenChange}
      placeOf={PLACES.search}
      about={({ running }) => (running ? <span>· {text("running")}</span> : null)}
      deleted={text("deleted")}
      onDelete={remove.mutate}
      onRestore={restore.mutate}
      whenEmpty={
        <EmptyState icon={<History />} title={text("no_history")} description={text("no_history_hint")} />
      }
    />
  );
}
