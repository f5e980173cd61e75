import type { TestResult } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/Notice";

/** What a test of a connection found, and what helps. */
export function TestOutcome({ result, error }: { result: TestResult | undefined; error: unknown }) {
  const text = useText("models");
  const problemText = useProblemText();
  if (error) return <Notice tone="danger">{problemText(error)}</Notice>;
  if (!result) return null;
  if (!result.ok) {
    return (
      <Notice tone="danger" title={problemText(result.problem) ?? text("test_failed")}>
        {result.hint ? <p className="text-muted">{result.hint}</p> : null}
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={text("test_passed")}>
      <p className="text-muted">
        {text("model_count", { count: result.models })} · {text("latency", { ms: result.latency_ms })}
      </p>
    </Notice>
  );
}
