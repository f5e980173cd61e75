import { PLACES } from "@ensemble/blocks/places";
import { searches } from "@ensemble/blocks/tasks/searches";
import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { History } from "lucide-react";

/** Lists the person's earlier searches. */
export function SearchHistory(state: TaskHistoryState) {
  const text = useText("search");
  return (
    <TaskHistory
      {...state}
      title={text("history")}
      kind={searches}
      placeOf={PLACES.search}
      facts={({ running }) => [running ? text("running") : null]}
      deleted={text("deleted")}
      empty={
        <EmptyState icon={<History />} title={text("no_history")} description={text("no_history_hint")} />
      }
    />
  );
}
