import type { QuestionPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Ban, Check, MessageCircleQuestion, X } from "lucide-react";
import { QuestionForm } from "./QuestionForm";

/** Shows a question of a tool's server: a form while it waits, otherwise how it ended. */
export function ToolQuestion({ part, runId }: { part: QuestionPart; runId: string | null }) {
  const text = useText("questions");
  const asking = part.state === "waiting" && runId !== null;
  const state = part.state === "accepted" && part.url ? "opened" : part.state;
  return (
    <section
      aria-label={text("label", { source: part.source })}
      className="overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header
        className={clsx("flex min-h-9 items-center gap-2 px-3 py-1.5 text-sm", asking && "bg-warning-soft")}
      >
        <StateIcon state={part.state} />
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{text("asks", { source: part.source })}</bdi>
        </span>
        <span role="status" className="flex-none text-muted">
          {text(`state.${state}`)}
        </span>
      </header>
      <p className="plain-bidi whitespace-pre-wrap break-words border-line border-t px-3 py-2.5 text-sm">
        {part.message}
      </p>
      {asking ? <QuestionForm part={part} runId={runId} /> : null}
    </section>
  );
}

function StateIcon({ state }: { state: QuestionPart["state"] }) {
  switch (state) {
    case "waiting":
      return <MessageCircleQuestion className="size-4 flex-none text-warning" aria-hidden="true" />;
    case "accepted":
      return <Check className="size-4 flex-none text-success" aria-hidden="true" />;
    case "declined":
      return <Ban className="size-4 flex-none text-muted" aria-hidden="true" />;
    case "cancelled":
      return <X className="size-4 flex-none text-muted" aria-hidden="true" />;
  }
}
