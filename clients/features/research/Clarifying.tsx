import { ANSWER_MAX_CHARS } from "@ensemble/contract/generated/limits/research";
import type { Research } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerMutation } from "./research-queries";

/** Shows the clarifying questions. Answers are optional. */
export function Clarifying({ research }: { research: Research }) {
  const text = useText("search");
  const problemText = useProblemText();
  const answer = useMutation(answerMutation(useQueryClient(), research.id));
  const [answers, setAnswers] = useState(() => research.clarifications.map(() => ""));
  const set = (at: number, words: string) =>
    setAnswers(answers.map((one, index) => (index === at ? words : one)));
  return (
    <form
      aria-label={text("research.unclear")}
      className="flex flex-col gap-4 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(answers.map((one) => one.trim() || null));
      }}
    >
      <div>
        <h2 className="font-semibold">{text("research.unclear")}</h2>
        <p className="text-muted text-sm">{text("research.unclear_hint")}</p>
      </div>
      {research.clarifications.map(({ question }, index) => (
        <TextArea
          key={question}
          label={question}
          maxLength={ANSWER_MAX_CHARS}
          rows={1}
          value={answers[index] ?? ""}
          onChange={(words) => set(index, words)}
        />
      ))}
      {answer.error ? <Notice tone="danger">{problemText(answer.error)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={answer.isPending} onClick={() => answer.mutate([])}>
          {text("research.as_it_is")}
        </Button>
        <Button
          type="submit"
          kind="primary"
          busy={answer.isPending}
          disabled={answers.every((one) => one.trim() === "")}
        >
          {text("research.answer")}
        </Button>
      </div>
    </form>
  );
}
