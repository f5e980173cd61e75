import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schedule } from "./operations";
import { deleteMutation, pauseMutation, restoreMutation, runNowMutation } from "./schedule-queries";

/** Returns what can be done with a schedule. Refusals are shown as toasts. */
export function useScheduleActions({ id, title }: Schedule) {
  const text = useText("schedules");
  const problemText = useProblemText();
  const client = useQueryClient();
  const pause = useMutation(pauseMutation(client, id));
  const run = useMutation(runNowMutation(client, id));
  const restore = useMutation(restoreMutation(client));
  const onError = (error: unknown) => void showToast({ kind: "danger", title: problemText(error) ?? "" });
  const remove = useMutation(
    withSuccessToast(deleteMutation(client), () =>
      showToast({
        title: text("deleted", { name: title }),
        action: { label: text("undo"), onPress: () => restore.mutate(id, { onError }) },
      }),
    ),
  );
  return {
    setPaused: (paused: boolean) => pause.mutate(paused, { onError }),
    runNow: () =>
      run.mutate(undefined, {
        onError,
        onSuccess: () => void showToast({ title: text("started", { name: title }) }),
      }),
    // The page may be gone before the answer is here: callbacks of `mutate` go with it.
    remove: (onDone?: () => void) => void remove.mutateAsync(id).then(onDone, onError),
    isStarting: run.isPending,
  };
}
