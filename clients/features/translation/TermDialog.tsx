import { ChangedElsewhere } from "@ensemble/blocks/ChangedElsewhere";
import { useTypedOver } from "@ensemble/blocks/changed-elsewhere";
import { TERM_MAX_CHARS } from "@ensemble/contract/limits/translation";
import type { GlossaryTerm, TermFields } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { Notice } from "@ensemble/ui/Notice";
import { Select } from "@ensemble/ui/Select";
import { TextField } from "@ensemble/ui/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readTerm, saveTermMutation } from "./glossary-queries";
import { languageOf, sortedLanguages } from "./languages";

const ANY = "any";

/** Makes or changes a term. */
export function TermDialog({ known, onClose }: { known: GlossaryTerm | null; onClose: () => void }) {
  const text = useText("translation");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const save = useMutation(saveTermMutation(useQueryClient()));
  const { base, theirs, refused, goOn } = useTypedOver(known, async () =>
    known ? readTerm(known.id) : undefined,
  );
  const [fields, setFields] = useState<TermFields>(
    () =>
      known ?? {
        original: "",
        translation: "",
        source_language: null,
        target_language: languageOf(locale),
      },
  );
  const put = (part: Partial<TermFields>) => setFields({ ...fields, ...part });
  const saveOver = (over: GlossaryTerm | null) => {
    const { original, translation, source_language, target_language } = fields;
    save.mutate(
      { over, fields: { original, translation, source_language, target_language } },
      { onSuccess: onClose, onError: refused },
    );
  };
  const languages = sortedLanguages(locale).map(({ tag, name }) => ({ value: tag, label: name }));
  return (
    <FormDialog
      title={known ? text("term_edit", { term: known.original }) : text("term_new")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      busy={save.isPending}
      onClose={onClose}
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
      {theirs ? (
        <ChangedElsewhere
          fields={[
            { field: "original", label: text("term_original") },
            { field: "translation", label: text("term_translation") },
          ]}
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
            setFields(theirs);
          }}
          onEditBoth={(both) => {
            goOn();
            save.reset();
            put(both);
          }}
        />
      ) : null}
      {save.error && !theirs ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
    </FormDialog>
  );
}
