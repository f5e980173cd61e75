import type { Problem } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { usePriceText } from "../models/use-price-text";
import { ProblemCard } from "../problems/ProblemCard";
import { useMe } from "../session-queries";
import type { TaskState } from "./task-kind";

/** End of a task that is paid in advanced credits. */
interface EndedTask {
  state: TaskState;
  charged: number | null;
  problem: Problem | null;
  cause: Problem | null;
}

/** Receipt of a task that is over, or its failure with the cause and a retry. */
export function TaskOutcome({ task, onRetry }: { task: EndedTask; onRetry: () => void }) {
  const text = useText("media");
  const priceText = usePriceText();
  const problemText = useProblemText();
  const { role } = useMe();
  const charged = task.charged ?? 0;
  if (task.state === "cancelled")
    return (
      <p role="status" className="text-muted text-sm">
        {charged > 0
          ? text("stopped_charged", { price: priceText("advanced_credit", charged) })
          : text("stopped_free")}
      </p>
    );
  if (task.state === "succeeded")
    return task.charged === null ? null : (
      <p className="text-faint text-xs">
        {charged > 0
          ? text("charged", { price: priceText("advanced_credit", charged) })
          : text("charged_nothing")}
      </p>
    );
  if (task.state !== "failed" || !task.problem) return null;
  return (
    <div className="flex flex-col gap-1">
      <ProblemCard
        problem={withWaitOf(task.cause, task.problem)}
        operator={role === "operator"}
        onRetry={onRetry}
      />
      {task.cause ? <p className="plain-bidi text-muted text-sm">{problemText(task.cause)}</p> : null}
      {task.charged === 0 ? <p className="text-faint text-xs">{text("not_charged")}</p> : null}
    </div>
  );
}

/** Returns a problem with the wait that its cause asks for, which delays the retry. */
const withWaitOf = (cause: Problem | null, problem: Problem): Problem => ({
  ...problem,
  params: { ...cause?.params, ...problem.params },
});
