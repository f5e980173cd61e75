import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import type { Schedule, ScheduleRun } from "./operations";
import { changesQuery } from "./schedule-queries";
import { useMomentText } from "./use-times-text";

/** Dialog with the result of a run, marked where it differs from the one before. */
export function ChangesDialog({
  schedule,
  run,
  onClose,
}: {
  schedule: Schedule;
  run: ScheduleRun;
  onClose: () => void;
}) {
  const text = useText("schedules");
  const momentText = useMomentText();
  const changes = useQuery(changesQuery(schedule.id, run.id));
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={text("changes_title")}
      description={momentText(run.due_at, schedule.times.zone)}
      closeLabel={text("close")}
    >
      {changes.isError ? (
        <PanelProblem error={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.data ? (
        <div className="flex flex-col gap-3 text-sm">
          {changes.data.before === null ? <p className="text-muted">{text("no_earlier_result")}</p> : null}
          <DiffText
            before={changes.data.before ?? changes.data.after}
            after={changes.data.after}
            labels={{ gone: text("removed_text"), added: text("added_text") }}
          />
        </div>
      ) : (
        <SkeletonLines label={text("changes_title")} />
      )}
    </Dialog>
  );
}
