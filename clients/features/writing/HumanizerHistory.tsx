import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { History } from "lucide-react";
import { humanizations, placeOf } from "./humanizer-queries";

/** Lists the person's earlier humanizations. */
export function HumanizerHistory(state: TaskHistoryState) {
  const text = useText("humanizer");
  const { navigate } = useNavigation();
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
      onDeleted={({ id }) => {
        // The page shows what is gone.
        if (id === state.current) navigate(placeOf());
      }}
      empty={
        <EmptyState icon={<History />} title={text("nothing_yet")} description={text("nothing_yet_hint")} />
      }
    />
  );
}
