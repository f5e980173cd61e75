import { aboutTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Square } from "lucide-react";
import type { ReactNode } from "react";
import { isActive, isFinal, type TaskEntry, type TaskKind } from "./task-kind";
import { type TaskStatus, useTaskStatus } from "./use-task";
import type { TaskQueue } from "./use-task-text";

/** Most percent shown before a task is done (spec §9: "Simulated progress caps at 99."). */
const UNFINISHED_MAX = 99;

/** Shows how far a task is, with a stop button; afterwards its outcome. */
export function TaskProgress<Task extends { id: string }, Entry extends TaskEntry>({
  kind,
  task,
  label,
  percent,
  queue,
  details,
  actions,
}: {
  kind: TaskKind<Task, Entry>;
  task: Task;
  /** Current step, or the outcome; null if there is nothing to say. */
  label: string | null;
  /** 0 to 100; where absent, as the task's events report it; null: nobody knows, and no bar is shown. */
  percent?: number | null;
  /** Where absent, as the task's events report it. */
  queue?: TaskQueue | null;
  /** Shown below the label. */
  details?: ReactNode;
  /** More buttons beside the stop button. */
  actions?: ReactNode;
}) {
  const state = kind.stateOf(task);
  const active = isActive(state);
  const status = useTaskStatus(kind, active ? task.id : null);
  const place = active ? (queue ?? queueOf(status)) : null;
  const done = percent === undefined ? status?.percent : percent;
  const queueText = useQueueText();
  return (
    <div className={clsx("flex flex-col gap-2", label === null && !place && "hidden")}>
      {active && done !== undefined && done !== null ? <PercentBar percent={done} /> : null}
      <div className="flex min-h-8 flex-wrap items-center gap-2 text-muted text-sm">
        {active ? <Spinner /> : null}
        <div className="min-w-[min(10rem,60%)] flex-1">
          {/* The same element throughout, so that screen readers announce each change. */}
          <p role="status">{place ? queueText(place) : label}</p>
          {details}
        </div>
        {actions}
        {isFinal(state) ? null : <StopButton kind={kind} task={task} />}
      </div>
    </div>
  );
}

const queueOf = (status: TaskStatus | null): TaskQueue | null =>
  status?.queue ? { position: status.queue.position, waitSeconds: status.queue.wait_seconds } : null;

/** Returns a function for the text about a place in the queue. */
function useQueueText(): (queue: TaskQueue) => string {
  const text = useText("common");
  const { locale } = useLocale();
  return ({ position, waitSeconds }) =>
    waitSeconds
      ? text("in_line_wait", { position, time: aboutTime(waitSeconds, locale) })
      : text("in_line", { position });
}

function PercentBar({ percent }: { percent: number }) {
  const text = useText("common");
  const { locale } = useLocale();
  const shown = Math.min(Math.max(0, Math.floor(percent)), UNFINISHED_MAX);
  const valueText = new Intl.NumberFormat(locale, { style: "percent" }).format(shown / 100);
  return <ProgressBar label={text("progress")} value={shown} max={100} valueText={valueText} />;
}

function StopButton<Task extends { id: string }, Entry extends TaskEntry>({
  kind,
  task,
}: {
  kind: TaskKind<Task, Entry>;
  task: Task;
}) {
  const text = useText("common");
  const stop = useMutation(kind.cancel(useQueryClient()));
  return (
    <Button
      size="sm"
      icon={<Square className="size-3.5" aria-hidden="true" />}
      busy={stop.isPending}
      onClick={() => stop.mutate(task)}
    >
      {text("stop")}
    </Button>
  );
}
