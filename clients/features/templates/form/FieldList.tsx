import { FIELDS_MAX } from "@ensemble/contract/generated/limits/templates";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Plus } from "lucide-react";
import type { Field } from "../operations";
import { FieldCard } from "./FieldCard";
import { emptyField } from "./placeholders";

/** Fields of a template. `isFixed`: they are the placeholders of a Word file. */
export function FieldList({
  fields,
  isFixed,
  wrong,
  onChange,
}: {
  fields: readonly Field[];
  isFixed: boolean;
  /** Returns the error of a place in the form: `fields.0.name`. */
  wrong: (place: string) => string | null;
  onChange: (fields: Field[]) => void;
}) {
  const text = useText("templates");
  return (
    <section aria-label={text("fields")} className="flex flex-col gap-3">
      <div>
        <h2 className="font-semibold">{text("fields")}</h2>
        <p className="text-muted text-sm">{text("fields_hint")}</p>
      </div>
      <ul className="flex flex-col gap-3">
        {fields.map((field, at) => (
          <FieldCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a field's place is its identity
            key={at}
            field={field}
            isFixed={isFixed}
            isColumn={false}
            wrong={(part) => wrong(`fields.${at}.${part}`)}
            onChange={(part) => onChange(fields.map((one, i) => (i === at ? { ...one, ...part } : one)))}
            onRemove={() => onChange(fields.filter((_, i) => i !== at))}
          />
        ))}
      </ul>
      {isFixed ? null : (
        <div>
          <Button
            size="sm"
            icon={<Plus className="size-4" />}
            disabled={fields.length >= FIELDS_MAX}
            onClick={() => onChange([...fields, emptyField(`field_${fields.length + 1}`)])}
          >
            {text("add_field")}
          </Button>
        </div>
      )}
    </section>
  );
}
