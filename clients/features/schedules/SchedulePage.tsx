import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { factsLine } from "@ensemble/i18n/formats";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, Play, StepForward } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { Schedule } from "./operations";
import { RunList } from "./RunList";
import { ScheduleMenu } from "./ScheduleMenu";
import { StateBadge } from "./ScheduleRow";
import { SCHEDULE_PLACES } from "./schedule-places";
import { scheduleQuery, seenMutation } from "./schedule-queries";
import { useScheduleActions } from "./use-schedule-actions";
import { useMomentText, useTimesText } from "./use-times-text";

/** Page of a schedule: its times, its next dates and its runs. */
export function SchedulePage({ id }: { id: string }) {
  const text = useText("schedules");
  const schedule = useQuery(scheduleQuery(id));
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id={`schedule-${id}`}>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-4 pb-16 sm:px-8 lg:pt-8">
        <AppLink
          to={SCHEDULE_PLACES.schedules}
          className="-ms-1 inline-flex w-fit items-center gap-1 rounded-sm py-1 text-muted text-sm hover:text-ink touch:min-h-11"
        >
          <ChevronLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("title")}
        </AppLink>
        {schedule.isError ? (
          <PanelProblem error={schedule.error} onRetry={() => void schedule.refetch()} />
        ) : schedule.data ? (
          <Details schedule={schedule.data} />
        ) : (
          <SkeletonLines label={text("title")} />
        )}
      </div>
    </div>
  );
}

function Details({ schedule }: { schedule: Schedule }) {
  const text = useText("schedules");
  const { navigate } = useNavigation();
  const actions = useScheduleActions(schedule);
  const timesText = useTimesText();
  const { title, times, input, state, paused_for } = schedule;
  useSeen(schedule);
  return (
    <>
      <title>{`${title} · ${text("product")}`}</title>
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex items-center gap-2">
            <h1 dir="auto" className="min-w-0 break-words font-semibold text-xl">
              {title}
            </h1>
            <StateBadge schedule={schedule} />
          </div>
          <p className="text-muted text-sm">
            {factsLine([timesText(times), times.zone.replaceAll("_", " ")])}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Button icon={<Play className="size-4" />} busy={actions.isStarting} onClick={actions.runNow}>
            {text("run_now")}
          </Button>
          <ScheduleMenu schedule={schedule} onDeleted={() => navigate(SCHEDULE_PLACES.schedules)} />
        </div>
      </header>
      {state === "paused" && paused_for ? (
        <Notice
          tone={paused_for === "person" ? "info" : "warning"}
          action={
            <Button
              size="sm"
              icon={<StepForward className="size-4" />}
              onClick={() => actions.setPaused(false)}
            >
              {text("resume")}
            </Button>
          }
        >
          {text(`paused_hint.${paused_for}`)}
        </Notice>
      ) : null}
      <p className="plain-start whitespace-pre-wrap break-words rounded-md bg-sunken px-4 py-3 text-sm">
        {input.text ?? input.url ?? text(`kind.${schedule.kind}`)}
      </p>
      <NextDates schedule={schedule} />
      <RunList schedule={schedule} />
    </>
  );
}

function NextDates({ schedule: { next_dates, times } }: { schedule: Schedule }) {
  const text = useText("schedules");
  if (next_dates.length === 0) return null;
  return (
    <section aria-labelledby="next-dates" className="flex flex-col gap-2">
      <h2 id="next-dates" className="font-medium text-sm">
        {text("next_dates")}
      </h2>
      <DateList dates={next_dates} zone={times.zone} />
    </section>
  );
}

/** Lists dates in a time zone. */
export function DateList({ dates, zone }: { dates: readonly string[]; zone: string }) {
  const momentText = useMomentText();
  return (
    <ul className="flex flex-wrap gap-1.5">
      {dates.map((date) => (
        <li key={date} className="rounded-full bg-sunken px-2.5 py-1 text-sm tabular-nums">
          <time dateTime={date}>{momentText(date, zone)}</time>
        </li>
      ))}
    </ul>
  );
}

/** Marks the runs as seen while the page is open. */
function useSeen({ id, unseen }: Schedule) {
  const see = useMutation(seenMutation(useQueryClient()));
  const mark = useEffectEvent(() => see.mutate(id));
  useEffect(() => {
    if (unseen > 0) mark();
  }, [unseen]);
}
