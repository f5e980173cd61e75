import type { TestResult } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";

const HINTS = [
  "copy_key_again",
  "start_ollama",
  "check_address",
  "address_ends_in_v1",
  "leave_address_empty",
  "pull_model",
  "load_model",
  "wait_for_loading",
  "add_file",
  "install_program",
] as const;

/** Returns true for known hints; a newer server may have others. */
const isHint = (code: string | null): code is (typeof HINTS)[number] =>
  (HINTS as readonly (string | null)[]).includes(code);

/** Shows the result of testing a connection, with help for errors. */
export function TestOutcome({ result, error }: { result: TestResult | undefined; error: unknown }) {
  const text = useText("models");
  const problemText = useProblemText();
  if (error) return <Notice tone="danger">{problemText(error)}</Notice>;
  if (!result) return null;
  if (!result.ok) {
    return (
      <Notice tone="danger" title={problemText(result.problem) ?? text("test_failed")}>
        {isHint(result.hint) ? <p className="text-muted">{text(`hint.${result.hint}`)}</p> : null}
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
