import { toProblem } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";

/** Shows a panel that failed to load, with a retry button. */
export function PanelProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText("common");
  const problemText = useProblemText();
  return (
    <Notice
      tone="danger"
      // Retrying does not help for missing items.
      action={
        toProblem(error).status === 404 ? undefined : (
          <Button size="sm" onClick={onRetry}>
            {text("try_again")}
          </Button>
        )
      }
    >
      {problemText(error)}
    </Notice>
  );
}
