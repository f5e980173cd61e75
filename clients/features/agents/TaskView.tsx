import { useAnswerRun } from "@ensemble/blocks/answers/use-answer-run";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play, RotateCcw } from "lucide-react";
import { useCallback } from "react";
import { agentTasks, continueMutation, retryMutation } from "./agent-queries";
import { EntryList, Said } from "./EntryList";
import type { AgentTask } from "./operations";

/** Shows a task with all that was said and done, what is being written, and what it waits for. */
export function TaskView({ task }: { task: AgentTask }) {
  const text = useText("agents");
  const { role } = useMe();
  return (
    <div className="flex flex-col gap-6">
      <EntryList entries={task.entries} taskId={task.id} />
      <Writing task={task} />
      {task.inbox.length > 0 && task.entries.length > 0 ? (
        <section aria-label={text("inbox")} className="flex flex-col gap-2">
          {task.inbox.map((message) => (
            <Said key={message.id} message={message} />
          ))}
          <p className="self-end text-faint text-xs">{text("inbox_hint")}</p>
        </section>
      ) : null}
      {task.problem ? <ProblemCard problem={task.problem} operator={role === "operator"} /> : null}
      <Outcome task={task} />
      <TaskProgress kind={agentTasks} task={task} label={text(labelOf(task))} percent={null} />
      <Cost task={task} />
    </div>
  );
}

const labelOf = ({ state, pause }: AgentTask) =>
  state === "paused" || pause !== null
    ? (`pause.${pause ?? "approval"}` as const)
    : (`state.${state}` as const);

/** Shows the step that is being written. */
function Writing({ task: { id, run_id } }: { task: AgentTask }) {
  const client = useQueryClient();
  const onEnd = useCallback(
    () => void client.invalidateQueries({ queryKey: agentTasks.one(id).queryKey }),
    [client, id],
  );
  const { parts } = useAnswerRun(run_id, onEnd);
  const written = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");
  return run_id !== null && written ? <Markdown text={written} streaming /> : null;
}

/** Shows how the task goes on that waits at a limit, or failed. */
function Outcome({ task }: { task: AgentTask }) {
  const text = useText("agents");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const costText = useCostText();
  const client = useQueryClient();
  const proceed = useMutation(continueMutation(client, task.id));
  const retry = useMutation(retryMutation(client, task.id));
  if (task.state === "failed") {
    return (
      <div>
        <Button icon={<RotateCcw className="size-4" />} busy={retry.isPending} onClick={() => retry.mutate()}>
          {text("try_again")}
        </Button>
        {retry.error ? <Notice tone="danger">{problemText(retry.error)}</Notice> : null}
      </div>
    );
  }
  if (task.pause !== "steps" && task.pause !== "spend") return null;
  const isSpend = task.pause === "spend";
  const more = task.charged + Math.max(10, 10 * task.price);
  return (
    <Notice
      title={text(`pause.${task.pause}`)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            kind="primary"
            icon={<Play className="size-3.5" />}
            busy={proceed.isPending}
            onClick={() => proceed.mutate(isSpend ? { spend_max: more } : {})}
          >
            {isSpend ? text("spend_more", { price: priceText(task.meter, more) }) : text("continue")}
          </Button>
          {isSpend ? (
            <Button size="sm" disabled={proceed.isPending} onClick={() => proceed.mutate({})}>
              {text("without_cap")}
            </Button>
          ) : null}
        </div>
      }
    >
      {isSpend
        ? text("spent_of", {
            spent: costText(task),
            most: priceText(task.meter, task.spend_max ?? 0),
          })
        : text("took_steps", { number: task.steps })}
      {proceed.error ? <p className="text-danger">{problemText(proceed.error)}</p> : null}
    </Notice>
  );
}

/** Returns a function that formats what a task cost: images are charged by another meter than words. */
function useCostText() {
  const priceText = usePriceText();
  return ({ costs, meter }: AgentTask) =>
    costs.length === 0
      ? priceText(meter, 0)
      : costs.map((cost) => priceText(cost.meter, cost.units)).join(" + ");
}

/** Shows the cost so far, and the steps. */
function Cost({ task }: { task: AgentTask }) {
  const text = useText("agents");
  const costText = useCostText();
  if (task.steps === 0 && !isActive(task.state)) return null;
  const facts = [
    text("steps", { number: task.steps }),
    task.charged > 0 ? text("cost", { price: costText(task) }) : "",
    task.model,
  ];
  return <p className="text-faint text-sm">{facts.filter(Boolean).join(" · ")}</p>;
}
