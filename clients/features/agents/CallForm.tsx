import { QuestionInput } from "@ensemble/blocks/answers/QuestionInput";
import { contentOf, initialValues } from "@ensemble/blocks/answers/question-values";
import { QuestionCard } from "@ensemble/blocks/answers/ToolQuestion";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { answerMutation } from "./agent-queries";
import type { AgentCall, AgentQuestion } from "./operations";

/** Form with the questions of an agent. */
export function CallForm({ call, taskId }: { call: AgentCall; taskId: string }) {
  const text = useText("agents");
  const problemText = useProblemText();
  const titleId = useId();
  const [values, setValues] = useState(() => initialValues(call.questions));
  const answer = useMutation(answerMutation(useQueryClient(), taskId));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    answer.mutate({ call_id: call.id, action: "accept", content: contentOf(call.questions, values) });
  };
  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="flex min-w-0 flex-col gap-3.5 border-line border-t bg-warning-soft px-3 py-3 last:rounded-b-md"
    >
      <p id={titleId} role="status" className="font-medium text-sm">
        {text("asks")}
      </p>
      {call.questions.map((field) => (
        <QuestionInput
          key={field.name}
          field={field}
          value={values[field.name]}
          error={null}
          onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {answer.error ? <Notice tone="danger">{problemText(answer.error)}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          kind="primary"
          disabled={answer.isPending}
          busy={answer.isPending && answer.variables.action === "accept"}
        >
          {text("answer")}
        </Button>
        <Button
          size="sm"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ call_id: call.id, action: "decline" })}
        >
          {text("skip")}
        </Button>
      </div>
    </form>
  );
}

/** Shows a question of the server of a tool, with a form while it waits. */
export function ServerQuestion({
  call,
  question,
  taskId,
}: {
  call: AgentCall;
  question: AgentQuestion;
  taskId: string;
}) {
  const { mutateAsync } = useMutation(answerMutation(useQueryClient(), taskId));
  return (
    <QuestionCard
      question={question}
      onAnswer={(answer) => mutateAsync({ call_id: call.id, question_id: question.question_id, ...answer })}
    />
  );
}
