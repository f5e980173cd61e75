import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { MESSAGE_MAX_CHARS } from "@ensemble/contract/generated/limits/agents";
import { toProblem } from "@ensemble/contract/problem-error";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";

/** Field for a task, or for a message to an agent that works. */
export function AgentComposer({
  label,
  placeholder,
  submit,
  busy,
  error,
  model,
  onModel,
  files,
  onSend,
}: {
  label: string;
  placeholder: string;
  submit: string;
  busy: boolean;
  error: unknown;
  /** Chosen model; null: the person's own. */
  model?: string | null;
  /** Absent where the model is not chosen. */
  onModel?: (id: string) => void;
  /** Field for files, where some can be attached. */
  files?: ReactNode;
  /** `done` clears the field. */
  onSend: (words: string, done: () => void) => void;
}) {
  const text = useText("agents");
  const settings = useSettings();
  const models = useQuery(modelsQuery).data;
  const [words, setWords] = useState("");
  const send = () => {
    if (words.trim() !== "" && !busy) onSend(words, () => setWords(""));
  };
  return (
    <form
      aria-label={label}
      className="flex flex-col gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label={label}
        placeholder={placeholder}
        maxLength={MESSAGE_MAX_CHARS}
        rows={3}
        value={words}
        onChange={setWords}
        onKeyDown={(event) => {
          if (!isSubmitKey(event.nativeEvent, settings.send_with)) return;
          event.preventDefault();
          send();
        }}
      />
      {files}
      <div className="flex flex-wrap items-center gap-2">
        {onModel && models && models.models.length > 0 ? (
          <ModelPicker
            models={models.models}
            value={model ?? settings.default_model ?? models.default_model}
            label={text("model")}
            onChange={({ id }) => onModel(id)}
          />
        ) : null}
        <Button
          type="submit"
          kind="primary"
          className="ms-auto"
          busy={busy}
          disabled={words.trim() === ""}
          icon={<ArrowUp className="size-4" />}
        >
          {submit}
        </Button>
      </div>
      {error ? <ProblemCard problem={toProblem(error)} /> : null}
    </form>
  );
}
