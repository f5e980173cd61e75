import { NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/templates";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { FieldInput } from "./FieldInput";
import { ListInput } from "./ListInput";
import type { Field, TemplateDocument, Values } from "./operations";
import type { Filling } from "./use-filling";

/** Form for the fields of a document. It saves by itself. */
export function DocumentForm({ document, filling }: { document: TemplateDocument; filling: Filling }) {
  const text = useText("templates");
  const common = useText("common");
  const problemText = useProblemText();
  const { values, put, missing } = filling;
  const set = (name: string, value: Values[string]) => put({ values: { ...values, [name]: value } });
  const errorOf = (name: string) => (missing.includes(name) ? text("required") : null);
  const fields = document.definition.fields.filter(({ kind }) => kind !== "formula");
  return (
    <section aria-label={text("form")} className="flex flex-col gap-4">
      <TextField
        label={text("document_title")}
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        value={filling.title}
        onChange={(title) => put({ title })}
      />
      {fields.map((field) => (
        <OneField key={field.name} field={field} values={values} errorOf={errorOf} onChange={set} />
      ))}
      {filling.isChangedElsewhere ? (
        <Notice tone="warning">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1">{text("changed_elsewhere")}</span>
            <Button size="sm" onClick={filling.takeTheirs}>
              {text("take_theirs")}
            </Button>
          </div>
        </Notice>
      ) : filling.error ? (
        <Notice tone="danger">{problemText(filling.error)}</Notice>
      ) : null}
      <p role="status" className="text-muted text-sm">
        {filling.isSaved ? common("saved") : text("not_saved")}
      </p>
    </section>
  );
}

function OneField({
  field,
  values,
  errorOf,
  onChange,
}: {
  field: Field;
  values: Values;
  errorOf: (name: string) => string | null;
  onChange: (name: string, value: Values[string]) => void;
}) {
  const value = values[field.name];
  if (field.kind === "list") {
    return (
      <ListInput
        field={field}
        rows={Array.isArray(value) ? value : []}
        errorOf={(cell) => errorOf(`${field.name}${cell}`)}
        onChange={(rows) => onChange(field.name, rows)}
      />
    );
  }
  return (
    <FieldInput
      field={field}
      value={typeof value === "string" ? value : ""}
      error={errorOf(field.name)}
      onChange={(typed) => onChange(field.name, typed)}
    />
  );
}
