import { QUERY_MAX_CHARS } from "@ensemble/contract/generated/limits/search";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { MemoAnswer } from "./MemoAnswer";
import { askMemosMutation } from "./memo-queries";

/** Asks a question over all memos; the answer, which cites them by number, stands below it. */
export function AskMemos() {
  const text = useText("memos");
  const problemText = useProblemText();
  const [question, setQuestion] = useState("");
  const ask = useMutation(askMemosMutation());
  return (
    <div className="flex flex-col gap-3">
      <form
        aria-label={text("ask")}
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() === "" || ask.isPending) return;
          ask.mutate(question);
        }}
      >
        <TextField
          label={text("ask")}
          hideLabel
          dir="auto"
          placeholder={text("ask_placeholder")}
          leading={<Sparkles aria-hidden="true" />}
          maxLength={QUERY_MAX_CHARS}
          value={question}
          onChange={setQuestion}
          error={ask.error ? problemText(ask.error) : undefined}
        />
        <Button type="submit" busy={ask.isPending} disabled={question.trim() === ""}>
          {text("ask_now")}
        </Button>
      </form>
      {ask.data ? <MemoAnswer key={ask.data.id} id={ask.data.id} onClose={ask.reset} /> : null}
    </div>
  );
}
