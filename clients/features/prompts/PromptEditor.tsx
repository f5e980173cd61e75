import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from "@ensemble/contract/limits/prompts";
import type { Prompt, PromptFields } from "@ensemble/contract/wire";
import { useDraft } from "@ensemble/host/use-draft";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { Notice } from "@ensemble/ui/Notice";
import { Switch } from "@ensemble/ui/Switch";
import { TextArea } from "@ensemble/ui/TextArea";
import { TextField } from "@ensemble/ui/TextField";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PromptVersions } from "./PromptVersions";
import { savePromptMutation } from "./prompt-queries";
import { blanksOf } from "./template";

const EXAMPLE =
  "{{topic}} · {{tone:select:warm|plain}} · {{words:number}} · {{day:date}} · {{short:checkbox}}";
const EMPTY: PromptFields = { name: "", description: "", content: "", public: false };

/** Makes or changes a prompt. What is typed survives a reload until it is saved. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const text = useText("prompts");
  const problemText = useProblemText();
  const [typed, keep, forget] = useDraft(`prompts.form.${prompt ? `${prompt.id}.${prompt.version}` : "new"}`);
  const [fields, setFields] = useState<PromptFields>(() => ({
    ...(prompt ? pick(prompt) : EMPTY),
    ...(typed ? (JSON.parse(typed) as Partial<PromptFields>) : {}),
  }));
  const save = useMutation(savePromptMutation(useQueryClient(), prompt));
  const put = (part: Partial<PromptFields>) => {
    const next = { ...fields, ...part };
    setFields(next);
    keep(JSON.stringify(next));
  };
  const close = () => {
    forget();
    onClose();
  };
  const blanks = blanksOf(fields.content).map((blank) => blank.name);
  return (
    <FormDialog
      title={text(prompt ? "edit_prompt" : "new_prompt")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      width="md"
      fieldFirst
      busy={save.isPending}
      onClose={close}
      onSubmit={() =>
        save.mutate(fields, {
          onSuccess: () => {
            close();
            showToast({ title: text("saved"), kind: "success" });
          },
        })
      }
    >
      <TextField
        label={text("name")}
        autoComplete="off"
        maxLength={NAME_MAX_CHARS}
        value={fields.name}
        onChange={(name) => put({ name })}
      />
      <TextArea
        label={text("description")}
        rows={2}
        maxLength={DESCRIPTION_MAX_CHARS}
        value={fields.description}
        onChange={(description) => put({ description })}
      />
      <TextArea
        label={text("content")}
        rows={6}
        value={fields.content}
        onChange={(content) => put({ content })}
        hint={
          blanks.length > 0 ? (
            text("blanks_found", { names: blanks.join(", ") })
          ) : (
            <>
              {text("content_hint")} <code dir="ltr">{EXAMPLE}</code>
            </>
          )
        }
      />
      <span className="flex items-center justify-between gap-4 text-sm">
        {text("make_public")}
        <Switch
          label={text("make_public")}
          checked={fields.public}
          onChange={(open) => put({ public: open })}
        />
      </span>
      {save.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      {prompt ? <PromptVersions prompt={prompt} onPutBack={(version) => put(version)} /> : null}
    </FormDialog>
  );
}

const pick = ({ name, description, content, public: open }: Prompt): PromptFields => ({
  name,
  description,
  content,
  public: open,
});
