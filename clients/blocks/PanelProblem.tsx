import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/Notice";

/** A panel whose content did not come, and the button that asks again. */
export function PanelProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText("common");
  const problemText = useProblemText();
  return (
    <Notice
      tone="danger"
      action={
        <Button size="sm" onClick={onRetry}>
          {text("try_again")}
        </Button>
      }
    >
      {problemText(error)}
    </Notice>
  );
}
