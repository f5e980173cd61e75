import { AppLink } from "@ensemble/host/navigation";
import { factsLine } from "@ensemble/i18n/formats";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import type { Schedule } from "./operations";
import { ScheduleMenu } from "./ScheduleMenu";
import { SCHEDULE_PLACES } from "./schedule-places";
import { useMomentText, useTimesText } from "./use-times-text";

/** Row of a schedule: its times, its next date, and the runs that nobody has seen. */
export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const text = useText("schedules");
  const timesText = useTimesText();
  const momentText = useMomentText();
  const { id, title, times, next_dates, unseen } = schedule;
  const next = next_dates[0] ? text("next_at", { date: momentText(next_dates[0], times.zone) }) : null;
  return (
    <li className="relative flex items-center gap-3 py-3 ps-4 pe-2 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <AppLink
            to={SCHEDULE_PLACES.schedule(id)}
            dir="auto"
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            {title}
          </AppLink>
          <StateBadge schedule={schedule} />
          {unseen > 0 ? <Badge tone="accent">{text("unseen", { count: unseen })}</Badge> : null}
        </div>
        <p className="truncate text-muted text-sm">{factsLine([timesText(times), next])}</p>
      </div>
      <div className="relative flex-none">
        <ScheduleMenu schedule={schedule} />
      </div>
    </li>
  );
}

/** Badge of a schedule that does not simply go on. */
export function StateBadge({ schedule }: { schedule: Schedule }) {
  const text = useText("schedules");
  const { state, paused_for, last_state } = schedule;
  if (state === "paused") {
    return (
      <Badge tone={paused_for === "person" ? "neutral" : "warning"}>
        {text(`paused.${paused_for ?? "person"}`)}
      </Badge>
    );
  }
  if (last_state === "running" || last_state === "due")
    return <Badge tone="accent">{text("run.running")}</Badge>;
  if (last_state === "waiting") return <Badge tone="warning">{text("run.waiting")}</Badge>;
  if (last_state === "failed") return <Badge tone="danger">{text("run.failed")}</Badge>;
  return state === "ended" ? <Badge>{text("ended")}</Badge> : null;
}
