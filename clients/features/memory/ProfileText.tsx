import { PROFILE_MAX_CHARS } from "@ensemble/contract/limits/memory";
import type { Memory } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeMemoryMutation } from "./memory-queries";

/** "About you" or "How to respond". What is typed stays in its field until it is kept. */
export function ProfileText({
  field,
  memory,
  locked,
}: {
  field: "about" | "respond";
  memory: Memory;
  locked: boolean;
}) {
  const text = useText("memory");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const save = useMutation(changeMemoryMutation(useQueryClient()));
  const kept = memory[field];
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? kept;
  const changed = shown.trim() !== kept;
  const since = memory[`${field}_updated_at`];
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ [field]: shown }, { onSuccess: () => setTyped(null) });
      }}
    >
      <TextArea
        label={text(field)}
        dir="auto"
        rows={3}
        disabled={locked && kept === ""}
        maxLength={PROFILE_MAX_CHARS}
        placeholder={text(`${field}_example`)}
        value={shown}
        onChange={setTyped}
        error={save.isError ? problemText(save.error) : undefined}
        hint={since && !changed ? text("changed_on", { date: day(since, locale) }) : undefined}
      />
      {changed ? (
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={() => setTyped(null)}>
            {text("cancel")}
          </Button>
          <Button size="sm" kind="primary" type="submit" busy={save.isPending}>
            {text("save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
