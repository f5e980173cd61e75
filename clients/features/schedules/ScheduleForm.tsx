import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/schedules";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Idea, ideaPrompt, ideaTitle } from "./ideas";
import { OptionFields } from "./OptionFields";
import type { Schedule, ScheduleKind, SchedulePreview } from "./operations";
import { fieldsOf, newFields, type ScheduleFields, titleOf, wishOf } from "./schedule-fields";
import { ownZone, saveMutation } from "./schedule-queries";
import { TimesFields } from "./TimesFields";
import { pickedOf } from "./times";
import { WhatFields } from "./WhatFields";

const KINDS: readonly ScheduleKind[] = ["prompt", "agent", "reading", "research", "powerup"];

/** Dialog that creates a schedule, from an idea or a text, or changes one. */
export function ScheduleForm({
  schedule,
  idea,
  words,
  spoken,
  onClose,
  onSaved,
}: {
  schedule: Schedule | null;
  idea?: Idea;
  /** Prompt to begin with. */
  words?: string;
  /** Times and prompt that were found in a text. */
  spoken?: SchedulePreview;
  onClose: () => void;
  onSaved?: () => void;
}) {
  const text = useText("schedules");
  const problemText = useProblemText();
  const client = useQueryClient();
  const [initial] = useState<ScheduleFields>(() => {
    if (schedule) return fieldsOf(schedule);
    const fresh = { ...newFields(ownZone(), new Date()), prompt: words ?? "" };
    if (spoken) return { ...fresh, prompt: spoken.rest, picked: pickedOf(spoken.times) };
    if (!idea) return fresh;
    return {
      ...fresh,
      title: text(ideaTitle(idea)),
      prompt: text(ideaPrompt(idea)),
      picked: { ...fresh.picked, ...idea.times },
      onlyChanges: idea.onlyChanges ?? false,
    };
  });
  // What was typed into one form never shows in one that begins with another text.
  const begun = schedule?.id ?? (idea ? `idea.${idea.name}` : `new.${initial.prompt}`);
  const { fields, put, forget } = useDraftFields<ScheduleFields, string>(`schedules.${begun}`, initial, "");
  const close = () => {
    forget();
    onClose();
  };
  const [saving] = useState(() => saveMutation(client, schedule?.id ?? null));
  const save = useMutation(
    withSuccessToast(saving, ({ title }) =>
      showToast({ kind: "success", title: text("saved_new", { name: title }) }),
    ),
  );
  return (
    <FormDialog
      title={text(schedule ? "edit_title" : "new")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      width="md"
      busy={save.isPending}
      onClose={close}
      onSubmit={() =>
        save.mutate(wishOf(fields), {
          onSuccess: () => {
            close();
            onSaved?.();
          },
        })
      }
    >
      <Segmented
        label={text("what")}
        value={fields.kind}
        options={KINDS.map((kind) => ({ value: kind, label: text(`kind.${kind}`) }))}
        onChange={(kind) => put({ kind })}
      />
      <WhatFields fields={fields} put={put} />
      <TimesFields picked={fields.picked} onChange={(picked) => put({ picked })} />
      <TextField
        label={text("name")}
        autoComplete="off"
        maxLength={TITLE_MAX_CHARS}
        placeholder={titleOf(fields)}
        value={fields.title}
        onChange={(title) => put({ title })}
      />
      <OptionFields fields={fields} put={put} />
      {save.isError ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}
