import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { useTaskText } from "@ensemble/blocks/tasks/use-task-text";
import type { Humanization } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useEffect, useRef, useState } from "react";
import { factsKept, KeptFacts, LostFacts } from "./Facts";
import { humanizations } from "./humanizer-queries";
import { PaneHead, paneStyle } from "./Pane";
import { RewrittenFoot } from "./RewrittenFoot";

/** Shows a rewritten text: streaming, then its changes, cost and fact check. */
export function Rewritten({
  humanization,
  isNew,
  isStarting,
  onAgain,
}: {
  humanization: Humanization;
  /** True if it was started here, so that the focus moves to it. */
  isNew: boolean;
  isStarting: boolean;
  onAgain: () => void;
}) {
  const text = useText("humanizer");
  const { role } = useMe();
  const [view, setView] = useState<"text" | "changes">("text");
  const { state, problem } = humanization;
  const isRunning = state === "running";
  const draft = useTaskText(humanizations, isRunning ? humanization.run_id : null);
  const written = isRunning ? draft.written : (humanization.written ?? "");
  // For an incomplete text, the rest would look removed.
  const canCompare = state === "completed" && written !== "";
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNew) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "start" });
  }, [isNew]);

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={text("new_text")}
      className={`${paneStyle} outline-none`}
    >
      <PaneHead>
        <h2 className="min-w-0 flex-1 font-semibold text-sm">{text("new_text")}</h2>
        {canCompare ? (
          <Segmented
            label={text("view")}
            value={view}
            options={[
              { value: "text", label: text("views.text") },
              { value: "changes", label: text("views.changes") },
            ]}
            onChange={setView}
          />
        ) : null}
      </PaneHead>
      <div className="flex min-h-32 flex-1 flex-col gap-4 px-4 py-3 lg:min-h-0 lg:overflow-y-auto">
        {problem ? <ProblemCard problem={problem} operator={role === "operator"} onRetry={onAgain} /> : null}
        {!isRunning && !factsKept(humanization) ? <LostFacts {...humanization} /> : null}
        {canCompare && view === "changes" ? (
          <Changes before={humanization.text} after={written} />
        ) : (
          // Only the text is busy: the state below it should be announced meanwhile.
          <article
            dir="auto"
            aria-busy={isRunning || undefined}
            className="plain-bidi whitespace-pre-wrap break-words text-base leading-7"
          >
            {written}
            {isRunning && written !== "" ? <Caret /> : null}
          </article>
        )}
        {state === "completed" && factsKept(humanization) ? <KeptFacts /> : null}
      </div>
      <RewrittenFoot
        humanization={humanization}
        written={written}
        queue={draft.queue}
        isStarting={isStarting}
        onAgain={onAgain}
      />
    </section>
  );
}

const Caret = () => (
  <span
    aria-hidden="true"
    className="ms-0.5 inline-block h-[1.1em] w-0.5 animate-[ui-pulse_1s_ease-in-out_infinite] rounded-full bg-accent align-text-bottom"
  />
);

function Changes({ before, after }: { before: string; after: string }) {
  const text = useText("humanizer");
  if (before.trim() === after.trim()) return <p className="text-muted text-sm">{text("unchanged")}</p>;
  return (
    <div className="text-base leading-7">
      <DiffText before={before} after={after} labels={{ gone: text("gone"), added: text("added") }} />
    </div>
  );
}
