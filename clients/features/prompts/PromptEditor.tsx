import { ChangedElsewhere } from "@ensemble/blocks/ChangedElsewhere";
import { useTypedOver } from "@ensemble/blocks/changed-elsewhere";
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
import { readPrompt, savePromptMutation } from "./prompt-queries";
import { blanksOf } from "./template";

const EXAMPLE =
  "{{topic}} · {{tone:select:warm|plain}} · {{words:number}} · {{day:date}} · {{short:checkbox}}";
const TEXTS = ["name", "description", "content"] as const;
const EMPTY: PromptFields = { name: "", description: "", content: "", public: false };

/** Makes or changes a prompt. What is typed survives a reload until it is saved. */
export function PromptEditor({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const text = useText("prompts");
  const problemText = useProblemText();
  const [typed, keep, forget] = useDraft(`prompts.form.${prompt?.id ?? "new"}`);
  const [draft] = useState(() => readDraft(typed));
  const [fields, setFields] = useState<PromptFields>({
    ...(prompt ? pick(prompt) : EMPTY),
    ...draft?.fields,
  });
  const { base, theirs, refused, goOn } = useTypedOver(
    prompt,
    async () => (prompt ? readPrompt(prompt.id) : undefined),
    olderOf(prompt, draft),
  );
  const save = useMutation(savePromptMutation(useQueryClient()));
  const put = (part: Partial<PromptFields>, over: Prompt | null = base) => {
    const next = { ...fields, ...part };
    setFields(next);
    keep(JSON.stringify({ version: over?.version ?? 0, fields: next } satisfies Draft));
  };
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
      {theirs ? (
        <ChangedElsewhere
          fields={TEXTS.map((field) => ({ field, label: text(field) }))}
          theirs={theirs}
          mine={fields}
          busy={save.isPending}
          onKeepMine={() => {
            goOn();
            saveOver(theirs);
          }}
          onTakeTheirs={() => {
            goOn();
            save.reset();
            put(pick(theirs), theirs);
          }}
          onEditBoth={(both) => {
            goOn();
            save.reset();
            put(both, theirs);
          }}
        />
      ) : null}
      {save.error && !theirs ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      {prompt ? <PromptVersions prompt={prompt} onPutBack={(version) => put(version)} /> : null}
    </FormDialog>
  );
}

/** What was typed, and the version of the prompt that it was typed over. */
interface Draft {
  version: number;
  fields: Partial<PromptFields>;
}

function readDraft(typed: string): Draft | null {
  if (typed === "") return null;
  const draft = JSON.parse(typed) as Partial<Draft>;
  return typeof draft.version === "number" && draft.fields ? (draft as Draft) : null;
}

/** The prompt as it was when the draft was typed, as far as that is known; null: it is as it was. */
const olderOf = (prompt: Prompt | null, draft: Draft | null): Prompt | null =>
  prompt && draft && draft.version !== prompt.version ? { ...prompt, version: draft.version } : null;

const pick = ({ name, description, content, public: open }: Prompt): PromptFields => ({
  name,
  description,
  content,
  public: open,
});
