import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine, fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, CircleDashed, CircleEqual, CircleX, Clock, Hand } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ChangesDialog } from "./ChangesDialog";
import type { Schedule, ScheduleRun, ScheduleRunState } from "./operations";
import { runsQuery } from "./schedule-queries";
import { useMomentText } from "./use-times-text";

const ICONS: Record<ScheduleRunState, ReactNode> = {
  due: <Clock className="size-4 text-muted" />,
  running: <Spinner />,
  waiting: <Hand className="size-4 text-warning" />,
  succeeded: <CircleCheck className="size-4 text-success" />,
  unchanged: <CircleEqual className="size-4 text-muted" />,
  failed: <CircleX className="size-4 text-danger" />,
  skipped: <CircleDashed className="size-4 text-muted" />,
  stopped: <Ban className="size-4 text-muted" />,
};

/** Lists the runs of a schedule, newest first, each with a link to its chat. */
export function RunList({ schedule }: { schedule: Schedule }) {
  const text = useText("schedules");
  const runs = useInfiniteQuery(runsQuery(schedule.id));
  const [compared, setCompared] = useState<ScheduleRun | null>(null);
  if (runs.isError) return <PanelProblem error={runs.error} onRetry={() => void runs.refetch()} />;
  if (!runs.data) return <SkeletonLines label={text("runs")} />;
  const all = runs.data.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="runs" className="flex flex-col gap-2">
      <h2 id="runs" className="font-medium text-sm">
        {text("runs")}
      </h2>
      {all.length === 0 ? <p className="text-muted text-sm">{text("no_runs")}</p> : null}
      <ul className="flex flex-col">
        {all.map((run) => (
          <RunRow key={run.id} run={run} zone={schedule.times.zone} onCompare={() => setCompared(run)} />
        ))}
      </ul>
      <MoreButton list={runs}>{text("show_more")}</MoreButton>
      {compared ? (
        <ChangesDialog schedule={schedule} run={compared} onClose={() => setCompared(null)} />
      ) : null}
    </section>
  );
}

function RunRow({ run, zone, onCompare }: { run: ScheduleRun; zone: string; onCompare: () => void }) {
  const text = useText("schedules");
  const problemText = useProblemText();
  const momentText = useMomentText();
  const { locale } = useLocale();
  const facts = [
    text(`run.${run.state}`),
    run.by_hand ? text("by_hand") : null,
    run.missed > 0 ? text("missed", { count: run.missed }) : null,
    run.charged > 0 ? text("cost", { amount: fullNumber(run.charged, locale) }) : null,
    run.retry_at ? text("retry_at", { date: momentText(run.retry_at, zone) }) : null,
  ];
  const when = momentText(run.due_at, zone);
  return (
    <li className="flex items-start gap-3 border-line border-b py-2.5 last:border-b-0">
      <span className="mt-1 flex-none" aria-hidden="true">
        {ICONS[run.state]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          {run.path ? (
            <AppLink to={run.path} className="font-medium underline-offset-2 hover:underline">
              {when}
            </AppLink>
          ) : (
            <span className="font-medium">{when}</span>
          )}
          {run.is_seen ? null : (
            <span role="img" aria-label={text("new_run")} className="size-2 rounded-full bg-accent" />
          )}
        </p>
        <p className="text-muted text-sm">{factsLine(facts)}</p>
        {run.problem ? <p className="plain-start break-words text-sm">{problemText(run.problem)}</p> : null}
      </div>
      {run.has_result ? (
        <Button size="sm" kind="ghost" aria-haspopup="dialog" onClick={onCompare}>
          {text("changes")}
        </Button>
      ) : null}
    </li>
  );
}
