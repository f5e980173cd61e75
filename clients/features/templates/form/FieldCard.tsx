import {
  COLUMNS_MAX,
  EXAMPLE_MAX_CHARS,
  FIELD_MAX_CHARS,
  FORMULA_MAX_CHARS,
  LABEL_MAX_CHARS,
} from "@ensemble/contract/generated/limits/templates";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Plus, Trash2 } from "lucide-react";
import { FIELD_KINDS, type Field } from "../operations";
import { emptyField } from "./placeholders";

interface CardProps {
  field: Field;
  /** True if its name is a placeholder of a Word file. */
  isFixed: boolean;
  /** True if it is a column of a list. */
  isColumn: boolean;
  wrong: (part: string) => string | null;
  onChange: (part: Partial<Field>) => void;
  onRemove: () => void;
}

/** A field of a template, or a column of a list. */
export function FieldCard(props: CardProps) {
  const { field, isFixed, isColumn, wrong, onChange, onRemove } = props;
  const text = useText("templates");
  const kinds = FIELD_KINDS.filter((kind) => {
    if (isColumn) return kind !== "list";
    // A list of a Word file stays one, and nothing else becomes one.
    return !isFixed || (kind === "list") === (field.kind === "list");
  });
  return (
    <li className="flex flex-col gap-3 rounded-md p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={text("label")}
          maxLength={LABEL_MAX_CHARS}
          value={field.label}
          error={wrong("label")}
          onChange={(label) => onChange({ label })}
        />
        <TextField
          label={text("placeholder")}
          dir="ltr"
          maxLength={FIELD_MAX_CHARS}
          disabled={isFixed}
          value={field.name}
          error={wrong("name")}
          onChange={(name) => onChange({ name })}
        />
        <Select
          label={text("field_kind")}
          value={field.kind}
          options={kinds.map((kind) => ({ value: kind, label: text(`field_kind.${kind}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
      </div>
      <KindFields field={field} wrong={wrong} onChange={onChange} />
      {field.kind === "list" ? <Columns {...props} /> : null}
      <div className="flex items-center gap-3">
        {field.kind === "formula" ? null : (
          <span className="flex items-center gap-2 text-sm">
            <Switch
              label={text("is_required", { label: field.label })}
              checked={field.required}
              onChange={(required) => onChange({ required })}
            />
            <span aria-hidden="true">{text("required")}</span>
          </span>
        )}
        <span className="flex-1" />
        {isFixed ? null : (
          <IconButton
            size="sm"
            label={text("remove_field", { label: field.label })}
            icon={<Trash2 />}
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  );
}

function KindFields({ field, wrong, onChange }: Pick<CardProps, "field" | "wrong" | "onChange">) {
  const text = useText("templates");
  if (field.kind === "formula") {
    return (
      <TextField
        label={text("formula")}
        dir="ltr"
        placeholder="sum(items.amount) * 1.2"
        maxLength={FORMULA_MAX_CHARS}
        value={field.formula}
        error={wrong("formula")}
        onChange={(formula) => onChange({ formula })}
      />
    );
  }
  if (field.kind === "list") return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {field.kind === "choice" ? (
        <TextArea
          label={text("options")}
          hint={text("options_hint")}
          value={field.options.join("\n")}
          error={wrong("options")}
          onChange={(typed) => onChange({ options: typed === "" ? [] : typed.split("\n") })}
        />
      ) : null}
      <TextField
        label={text("optional", { label: text("example") })}
        maxLength={EXAMPLE_MAX_CHARS}
        value={field.example}
        error={wrong("example")}
        onChange={(example) => onChange({ example })}
      />
    </div>
  );
}

function Columns({ field, isFixed, wrong, onChange }: CardProps) {
  const text = useText("templates");
  const { columns } = field;
  return (
    <section aria-label={text("columns_of", { label: field.label })} className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{text("columns")}</h3>
      <ul className="flex flex-col gap-2">
        {columns.map((column, at) => (
          <FieldCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a column's place is its identity
            key={at}
            field={column}
            isFixed={isFixed}
            isColumn
            wrong={(part) => wrong(`columns.${at}.${part}`)}
            onChange={(part) =>
              onChange({ columns: columns.map((one, i) => (i === at ? { ...one, ...part } : one)) })
            }
            onRemove={() => onChange({ columns: columns.filter((_, i) => i !== at) })}
          />
        ))}
      </ul>
      {wrong("columns") ? (
        <p role="alert" className="text-danger text-sm">
          {wrong("columns")}
        </p>
      ) : null}
      {isFixed ? null : (
        <div>
          <Button
            size="sm"
            icon={<Plus className="size-4" />}
            disabled={columns.length >= COLUMNS_MAX}
            onClick={() => onChange({ columns: [...columns, emptyField(`column_${columns.length + 1}`)] })}
          >
            {text("add_column")}
          </Button>
        </div>
      )}
    </section>
  );
}
