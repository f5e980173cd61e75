import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { type FormOver, useFormOver } from "@ensemble/blocks/drafts/use-form-over";
import { TERM_MAX_CHARS } from "@ensemble/contract/generated/limits/translation";
import type { GlossaryTerm, TermFields } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readTerm, saveTermMutation } from "./glossary-queries";
import { languageOf, sortedLanguages } from "./languages";

const ANY = "any";

const TERM_FORM: FormOver<GlossaryTerm, TermFields, string> = {
  start: { original: "", translation: "", source_language: null, target_language: "" },
  fieldsOf: ({ original, translation, source_language, target_language }) => ({
    original,
    translation,
    source_language,
    target_language,
  }),
  versionOf: (term) => term?.updated_at ?? "",
  at: (term, updated_at) => ({ ...term, updated_at }),
  newest: ({ id }) => readTerm(id),
};

/** Creates or changes a term. Typed text survives a reload until it is saved. */
export function TermDialog({ known, onClose }: { known: GlossaryTerm | null; onClose: () => void }) {
  const text = useText("translation");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const save = useMutation(saveTermMutation(useQueryClient()));
  const { fields, put, forget, base, refused, differenceFor } = useFormOver(
    `translation.term.${known?.id ?? "new"}`,
    known,
    {
      ...TERM_FORM,
      start: { ...TERM_FORM.start, target_language: languageOf(locale) },
    },
  );
  const close = () => {
    forget();
    onClose();
  };
  const saveOver = (over: GlossaryTerm | null) =>
    save.mutate({ over, fields }, { onSuccess: close, onError: refused });
  const difference = differenceFor(save.reset, saveOver);
  const languages = sortedLanguages(locale).map(({ tag, name }) => ({ value: tag, label: name }));
  return (
    <FormDialog
      title={known ? text("term_edit", { term: known.original }) : text("term_new")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      busy={save.isPending}
      onClose={close}
      onSubmit={() => saveOver(base)}
    >
      <TextField
        label={text("term_original")}
        dir="auto"
        autoComplete="off"
        maxLength={TERM_MAX_CHARS}
        value={fields.original}
        onChange={(original) => put({ original })}
      />
      <TextField
        label={text("term_translation")}
        dir="auto"
        autoComplete="off"
        maxLength={TERM_MAX_CHARS}
        value={fields.translation}
        onChange={(translation) => put({ translation })}
      />
      <Select
        label={text("term_source")}
        value={fields.source_language ?? ANY}
        options={[{ value: ANY, label: text("any_language") }, ...languages]}
        onChange={(tag) => put({ source_language: tag === ANY ? null : tag })}
      />
      <Select
        label={text("term_target")}
        value={fields.target_language}
        options={languages}
        onChange={(tag) => put({ target_language: tag })}
      />
      {difference ? (
        <EditConflict
          fields={[
            { field: "original", label: text("term_original") },
            { field: "translation", label: text("term_translation") },
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
