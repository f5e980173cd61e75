import { LONG_TEXT_MAX_CHARS, TEXT_MAX_CHARS } from "@ensemble/contract/generated/limits/templates";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import type { Field } from "./operations";

/** Field of a document for one value. */
export function FieldInput({
  field,
  value,
  error,
  onChange,
}: {
  field: Field;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) {
  const text = useText("templates");
  const { kind, label, required, example, options } = field;
  const name = required ? label : text("optional", { label });
  if (kind === "choice") {
    return (
      <div className="flex flex-col gap-1.5">
        <Select
          label={name}
          value={value}
          options={[
            { value: "", label: text("choose") },
            ...options.map((option) => ({ value: option, label: option })),
          ]}
          onChange={onChange}
        />
        {error ? (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        ) : null}
      </div>
    );
  }
  const shared = { label: name, value, error, onChange, placeholder: example };
  if (kind === "long_text") return <TextArea {...shared} rows={4} maxLength={LONG_TEXT_MAX_CHARS} />;
  if (kind === "date") return <TextField {...shared} type="date" />;
  return (
    <TextField
      {...shared}
      autoComplete="off"
      maxLength={TEXT_MAX_CHARS}
      {...(kind === "number" ? { type: "number", step: "any" } : {})}
    />
  );
}
