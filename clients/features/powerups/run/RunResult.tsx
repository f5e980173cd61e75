import { Receipt } from "@ensemble/blocks/answers/Receipt";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { SentList } from "./SentList";
import type { Run } from "./use-run";

/** The answer of a run while it is written, what was sent for it, and its receipt. */
export function RunResult({
  run: { started, isFinished, draft },
  onRetry,
}: {
  run: Run;
  onRetry: () => void;
}) {
  const text = useText("powerups");
  if (!started) return null;
  const written = draft.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return (
    <section
      aria-label={text("result")}
      aria-busy={!isFinished}
      className="flex flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {written ? <Markdown text={written} streaming={!isFinished} /> : null}
      {!written && !isFinished ? (
        <p className="flex items-center gap-2 text-muted text-sm">
          <Spinner className="size-4" />
          {text("running")}
        </p>
      ) : null}
      {draft.problem ? <ProblemCard problem={draft.problem} onRetry={onRetry} /> : null}
      <footer className="flex flex-wrap items-center gap-2 border-line border-t pt-3 text-muted text-sm">
        <SentList sent={started.sent} model={started.model_name} />
        <span className="flex-1" />
        {written && isFinished ? (
          <CopyButton size="sm" label={text("copy_result")} content={written} />
        ) : null}
        {draft.receipt ? <Receipt receipt={draft.receipt} modelName={started.model_name} /> : null}
      </footer>
    </section>
  );
}
