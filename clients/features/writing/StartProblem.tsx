import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { Notice } from "@ensemble/ui/feedback/Notice";

/** Shows why it could not start, with actions that help: more credits, another model, a retry. */
export function StartProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const problemText = useProblemText();
  const { role } = useMe();
  if (!error) return null;
  if (!(error instanceof ProblemError)) return <Notice tone="danger">{problemText(error)}</Notice>;
  return <ProblemCard problem={error.problem} operator={role === "operator"} onRetry={onRetry} />;
}
