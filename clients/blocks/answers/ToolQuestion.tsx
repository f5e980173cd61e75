import { api } from "@ensemble/contract/api";
import type { QuestionAnswer, QuestionPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Ban, Check, MessageCircleQuestion, X } from "lucide-react";
import { QuestionForm, type ShownQuestion } from "./QuestionForm";

/** Shows a question of a tool's server in an answer. `runId`: null where nobody can answer. */
export function ToolQuestion({ part, runId }: { part: QuestionPart; runId: string | null }) {
  const send = (id: string) => (body: QuestionAnswer) =>
    api.post("/api/runs/{id}/questions/{question_id}", {
      path: { id, question_id: part.question_id },
      body,
    });
  return <QuestionCard question={part} onAnswer={runId === null ? null : send(runId)} />;
}

/** Shows a question of a tool's server: a form while it waits, otherwise how it ended. */
export function QuestionCard({
  question,
  onAnswer,
}: {
  question: ShownQuestion;
  /** Null where nobody can answer. */
  onAnswer: ((answer: QuestionAnswer) => Promise<unknown>) | null;
}) {
  const text = useText("questions");
  const asking = question.state === "waiting" && onAnswer !== null;
  const state = question.state === "accepted" && question.url ? "opened" : question.state;
  return (
    <section
      aria-label={text("label", { source: question.source })}
      className="overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header
        className={clsx("flex min-h-9 items-center gap-2 px-3 py-1.5 text-sm", asking && "bg-warning-soft")}
      >
        <StateIcon state={question.state} />
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{text("asks", { source: question.source })}</bdi>
        </span>
        <span role="status" className="flex-none text-muted">
          {text(`state.${state}`)}
        </span>
      </header>
      <p className="plain-bidi whitespace-pre-wrap break-words border-line border-t px-3 py-2.5 text-sm">
        {question.message}
      </p>
      {asking ? <QuestionForm question={question} onAnswer={onAnswer} /> : null}
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
