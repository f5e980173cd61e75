import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import type { TaskDeletion } from "@ensemble/blocks/tasks/use-task-deletion";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type HumanizationRow, humanizations, placeOf } from "./humanizer-queries";
import { bringBack, deleteSoon, useLeaving } from "./leaving";

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
      deletion={useDelayedDeletion(state.current)}
      empty={
        <EmptyState icon={<History />} title={text("nothing_yet")} description={text("nothing_yet_hint")} />
      }
    />
  );
}

/** Returns a deletion that can be undone for a while, because the server deletes permanently. */
function useDelayedDeletion(current: string | undefined): TaskDeletion<HumanizationRow> {
  const problemText = useProblemText();
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const leaving = useLeaving();
  return {
    remove: ({ id }, { onSuccess }) => {
      deleteSoon(id, async (error) => {
        if (error) showToast({ kind: "danger", title: problemText(error) ?? "" });
        await humanizations.refresh(client);
      });
      onSuccess();
      if (id === current) navigate(placeOf());
    },
    restore: ({ id }) => bringBack(id),
    isHidden: (id) => leaving.has(id),
  };
}
