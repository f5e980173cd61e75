import { ProblemError } from "@ensemble/contract/problem-error";
import type { QuestionAnswer, QuestionPart } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { QuestionInput } from "./QuestionInput";
import { contentOf, initialValues } from "./question-values";

const REASONS = [
  "missing",
  "wrong_type",
  "too_short",
  "too_long",
  "too_small",
  "too_large",
  "format",
  "option",
  "unknown",
] as const;

/** Problems with an answer, of runs and of agents. */
const INVALID: readonly string[] = ["generation.answer_invalid", "agents.answer_invalid"];

/** Question as people see it, wherever it is kept. */
export type ShownQuestion = Pick<QuestionPart, "source" | "message" | "fields" | "url" | "state">;

/** Lets the person answer a question, or go on to the page that it names. */
export function QuestionForm({
  question,
  onAnswer,
}: {
  question: ShownQuestion;
  onAnswer: (answer: QuestionAnswer) => Promise<unknown>;
}) {
  const text = useText("questions");
  const problemText = useProblemText();
  const [values, setValues] = useState(() => initialValues(question.fields));
  const answer = useMutation({ mutationFn: onAnswer });
  const done = answer.isPending || answer.isSuccess;
  const send = (body: QuestionAnswer) => {
    if (!done) answer.mutate(body);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ action: "accept", content: contentOf(question.fields, values) });
  };
  const invalid = invalidField(answer.error);
  const reason = REASONS.find((known) => known === invalid?.reason);
  const isAtField = question.fields.some((field) => field.name === invalid?.field) && reason !== undefined;
  return (
    <form
      noValidate
      onSubmit={submit}
      className="flex min-w-0 flex-col gap-3.5 border-line border-t px-3 py-3"
    >
      {question.url ? <PageAddress address={question.url} /> : null}
      {question.fields.map((field) => (
        <QuestionInput
          key={field.name}
          field={field}
          value={values[field.name]}
          error={isAtField && reason && field.name === invalid?.field ? text(`reason.${reason}`) : null}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <p className="text-muted text-sm">
        {text(question.url ? "page_hint" : "asks_hint", { source: question.source })}
      </p>
      {answer.error && !isAtField ? <Notice tone="danger">{problemText(answer.error)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {question.url ? (
          <a
            href={question.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle("primary", "sm")}
            onClick={() => send({ action: "accept" })}
          >
            {text("open")}
          </a>
        ) : (
          <Button
            type="submit"
            size="sm"
            kind="primary"
            disabled={done}
            busy={answer.isPending && answer.variables.action === "accept"}
          >
            {text("submit")}
          </Button>
        )}
        <Button size="sm" kind="secondary" disabled={done} onClick={() => send({ action: "decline" })}>
          {text("decline")}
        </Button>
        <Button size="sm" kind="ghost" disabled={done} onClick={() => send({ action: "cancel" })}>
          {text("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Shows where a page is: its host first, then the whole address. */
function PageAddress({ address }: { address: string }) {
  return (
    <p dir="ltr" className="flex min-w-0 flex-col gap-0.5 rounded-sm bg-raised px-2.5 py-2 text-start">
      <strong className="break-all font-medium text-sm">
        {URL.canParse(address) ? new URL(address).host : address}
      </strong>
      <span className="break-all text-muted text-xs">{address}</span>
    </p>
  );
}

/** Returns the field that the server did not take, with the reason. */
function invalidField(error: unknown): { field: unknown; reason: unknown } | null {
  if (!(error instanceof ProblemError) || !INVALID.includes(error.problem.code)) return null;
  const { field, reason } = error.problem.params ?? {};
  return { field, reason };
}
