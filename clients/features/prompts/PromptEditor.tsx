import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { type FormOver, useFormOver } from "@ensemble/blocks/drafts/use-form-over";
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/prompts";
import type { Prompt, PromptFields } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PromptVersions } from "./PromptVersions";
import { readPrompt, savePromptMutation } from "./prompt-queries";
import { blanksOf } from "./template";

const EXAMPLE =
  "{{topic}} · {{tone:select:warm|plain}} · {{words:number}} · {{day:date}} · {{short:checkbox}}";
const TEXTS = ["name", "description", "content"] as const;

const PROMPT_FORM: FormOver<Prompt, PromptFields, number> = {
  start: { name: "", description: "", content: "", public: false },
  fieldsOf: ({ name, description, content, public: open }) => ({ name, description, content, public: open }),
  versionOf: (prompt) => prompt?.version ?? 0,
  at: (prompt, version) => ({ ...prompt, version }),
  newest: ({ id }) => readPrompt(id),
};

/** Creates or changes a prompt. Typed text survives a reload until it is saved. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const text = useText("prompts");
  const problemText = useProblemText();
  const { fields, put, forget, base, refused, differenceFor } = useFormOver(
    `prompts.${prompt?.id ?? "new"}`,
    prompt,
    PROMPT_FORM,
  );
  const save = useMutation(savePromptMutation(useQueryClient()));
  const close = () => {
    forget();
    onClose();
  };
  const saveOver = (over: Prompt | null) =>
    save.mutate(
      { over, fields },
      {
        onSuccess: () => {
          close();
          showToast({ title: text("saved"), kind: "success" });
        },
        onError: refused,
      },
    );
  const difference = differenceFor(save.reset, saveOver);
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
      onSubmit={() => saveOver(base)}
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
      {difference ? (
        <EditConflict
          fields={TEXTS.map((field) => ({ field, label: text(field) }))}
          mine={fields}
          busy={save.isPending}
          {...difference}
        />
      ) : null}
      {save.error && !difference ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      {prompt ? <PromptVersions prompt={prompt} onPutBack={(version) => put(version)} /> : null}
    </FormDialog>
  );
}
