import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import { type TaskDeletion, useTaskDeletion } from "@ensemble/blocks/tasks/use-task-deletion";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { History } from "lucide-react";
import { type HumanizationRow, humanizations, placeOf } from "./humanizer-queries";

/** Lists the person's earlier humanizations. */
export function HumanizerHistory(state: TaskHistoryState) {
  const text = useText("humanizer");
  return (
    <TaskHistory
      {...state}
      title={text("history")}
      kind={humanizations}
      placeOf={placeOf}
      facts={({ tone, state }) => [
        text(`tones.${tone}`),
        state === "completed" ? null : text(`states_short.${state}`),
      ]}
      deleted={text("deleted")}
      deletion={useDeletion(state.current)}
      empty={
        <EmptyState icon={<History />} title={text("nothing_yet")} description={text("nothing_yet_hint")} />
      }
    />
  );
}

/** Returns the usual deletion, which leaves the page of the deleted one. */
function useDeletion(current: string | undefined): TaskDeletion<HumanizationRow> {
  const { navigate } = useNavigation();
  const { remove, restore } = useTaskDeletion(humanizations);
  return {
    restore,
    remove: (entry, { onSuccess }) =>
      remove(entry, {
        onSuccess: () => {
          onSuccess();
          if (entry.id === current) navigate(placeOf());
        },
      }),
  };
}
