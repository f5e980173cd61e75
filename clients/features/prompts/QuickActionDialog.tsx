import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { type FormOver, useFormOver } from "@ensemble/blocks/drafts/use-form-over";
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/prompts";
import type { QuickAction, QuickActionFields } from "@ensemble/contract/wire";
import { LOCALES } from "@ensemble/i18n/locales";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ACTION_ICONS, categoryText, ICON_NAMES } from "./action-icons";
import { readAction, saveActionMutation } from "./prompt-queries";
import { TEXT_PLACE } from "./template";
import { languageName } from "./use-action-text";

const ANY_LANGUAGE = "any";
const BEHAVIORS = ["send", "fill"] as const;
const SCENES = ["any", "composer", "answer"] as const;
const CATEGORIES = ["understand", "write", "translate", "other"] as const;

const ACTION_FORM: FormOver<QuickAction, QuickActionFields, string> = {
  start: {
    name: "",
    icon: "zap",
    prompt: "",
    behavior: "send",
    scene: "any",
    public: false,
    description: "",
    category: "other",
    language: null,
    pinned: false,
  },
  fieldsOf: ({ id: _, updated_at: __, ...fields }) => fields,
  // A built-in one was never changed.
  versionOf: (action) => action?.updated_at ?? "",
  at: (action, version) => ({ ...action, updated_at: version || null }),
  newest: ({ id }) => readAction(id),
};

/** Creates or changes a quick action. Typed text survives a reload until it is saved. */
export function QuickActionDialog({ action, onClose }: { action: QuickAction | null; onClose: () => void }) {
  const text = useText("prompts");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const { fields, put, forget, base, refused, differenceFor } = useFormOver(
    `prompts.action.${action?.id ?? "new"}`,
    action,
    ACTION_FORM,
  );
  const save = useMutation(saveActionMutation(useQueryClient()));
  const close = () => {
    forget();
    onClose();
  };
  const saveOver = (over: QuickAction | null) =>
    save.mutate(
      { over, fields },
      {
        onSuccess: () => {
          showToast({ title: text("saved"), kind: "success" });
          close();
        },
        onError: refused,
      },
    );
  const difference = differenceFor(save.reset, saveOver);
  return (
    <FormDialog
      title={text(action ? "edit_action" : "new_action")}
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
        label={text("content")}
        hint={text("action_prompt_hint", { place: TEXT_PLACE })}
        rows={3}
        value={fields.prompt}
        onChange={(prompt) => put({ prompt })}
      />
      <TextField
        label={text("description")}
        autoComplete="off"
        maxLength={DESCRIPTION_MAX_CHARS}
        value={fields.description}
        onChange={(description) => put({ description })}
      />
      <Field name={text("behavior")}>
        <Segmented
          label={text("behavior")}
          value={fields.behavior}
          onChange={(behavior) => put({ behavior })}
          options={BEHAVIORS.map((value) => ({ value, label: text(`behavior_${value}`) }))}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={text("icon")}
          value={fields.icon}
          onChange={(icon) => put({ icon })}
          options={ICON_NAMES.map((value) => {
            const Icon = ACTION_ICONS[value];
            return { value, label: text(`icon_${value}`), icon: <Icon className="size-4" /> };
          })}
        />
        <Select
          label={text("scene")}
          value={fields.scene}
          onChange={(scene) => put({ scene })}
          options={SCENES.map((value) => ({ value, label: text(`scene_${value}`) }))}
        />
        <Select
          label={text("category")}
          value={fields.category}
          onChange={(category) => put({ category })}
          options={CATEGORIES.map((value) => ({ value, label: text(categoryText(value)) }))}
        />
        <Select
          label={text("language")}
          value={fields.language ?? ANY_LANGUAGE}
          onChange={(language) => put({ language: language === ANY_LANGUAGE ? null : language })}
          options={[
            { value: ANY_LANGUAGE, label: text("language_any") },
            ...LOCALES.map(({ code }) => ({ value: code as string, label: languageName(code, locale) })),
          ]}
        />
      </div>
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
          fields={[
            { field: "name", label: text("name") },
            { field: "prompt", label: text("content") },
            { field: "description", label: text("description") },
          ]}
          mine={fields}
          busy={save.isPending}
          {...difference}
        />
      ) : null}
      {save.error && !difference ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="font-medium text-sm">{name}</span>
      {children}
    </div>
  );
}
