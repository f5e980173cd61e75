import { PLACES } from "@ensemble/blocks/places";
import { QUERY_MAX_CHARS } from "@ensemble/contract/generated/limits/search";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { askMemosMutation } from "./memo-queries";

/** Asks a question over all memos and cites them by number. */
export function AskMemos() {
  const text = useText("memos");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const [question, setQuestion] = useState("");
  const ask = useMutation(askMemosMutation());
  return (
    <form
      aria-label={text("ask")}
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (question.trim() === "" || ask.isPending) return;
        ask.mutate(question, { onSuccess: ({ id }) => navigate(PLACES.search(id)) });
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
  );
}
