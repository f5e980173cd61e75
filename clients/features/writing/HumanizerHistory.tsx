import { HistorySheet } from "@ensemble/blocks/HistorySheet";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useMemo } from "react";
import { humanizationsQuery, placeOf } from "./humanizer-queries";
import { bringBack, deleteSoon, useLeaving } from "./leaving";

/** Lists the person's earlier humanizations. */
export function HumanizerHistory({
  current,
  open,
  onOpenChange,
}: {
  current?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const text = useText("humanizer");
  const problemText = useProblemText();
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const list = useInfiniteQuery({ ...humanizationsQuery, enabled: open });
  const leaving = useLeaving();
  const shown = useMemo(
    () =>
      list.data && {
        pages: list.data.pages.map(({ items }) => ({ items: items.filter(({ id }) => !leaving.has(id)) })),
      },
    [list.data, leaving],
  );
  const erase = ({ id }: { id: string }, { onSuccess }: { onSuccess: () => void }) => {
    deleteSoon(id, async (error) => {
      if (error) showToast({ kind: "danger", title: problemText(error) ?? "" });
      await client.invalidateQueries({ queryKey: humanizationsQuery.queryKey });
    });
    onSuccess();
    if (id === current) navigate(placeOf());
  };
  return (
    <HistorySheet
      title={text("history")}
      list={{ ...list, data: shown }}
      current={current}
      open={open}
      onOpenChange={onOpenChange}
      placeOf={placeOf}
      about={({ tone, state }) => (
        <>
          <span>· {text(`tones.${tone}`)}</span>
          {state === "completed" ? null : <span>· {text(`states_short.${state}`)}</span>}
        </>
      )}
      deleted={text("deleted")}
      onDelete={erase}
      onRestore={({ id }) => bringBack(id)}
      whenEmpty={
        <EmptyState icon={<History />} title={text("nothing_yet")} description={text("nothing_yet_hint")} />
      }
    />
  );
}
