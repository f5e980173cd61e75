import { LIST_ROWS_MAX } from "@ensemble/contract/generated/limits/templates";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { Plus, Trash2 } from "lucide-react";
import { FieldInput } from "./FieldInput";
import type { Field, Row } from "./operations";

/** Field of a document for rows. */
export function ListInput({
  field,
  rows,
  errorOf,
  onChange,
}: {
  field: Field;
  rows: readonly Row[];
  /** Returns the error of a cell, or for no cell of the whole list. */
  errorOf: (cell: string) => string | null;
  onChange: (rows: Row[]) => void;
}) {
  const text = useText("templates");
  const columns = field.columns.filter(({ kind }) => kind !== "formula");
  const own = errorOf("");
  return (
    <section aria-label={field.label} className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">
        {field.required ? field.label : text("optional", { label: field.label })}
      </h3>
      <ul className="flex flex-col gap-2">
        {rows.map((row, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity
            key={at}
            className="flex items-start gap-1 rounded-md p-3 shadow-[inset_0_0_0_1px_var(--line)]"
          >
            <fieldset
              aria-label={text("row", { number: at + 1 })}
              className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2"
            >
              {columns.map((column) => (
                <div key={column.name} className={column.kind === "long_text" ? "sm:col-span-2" : undefined}>
                  <FieldInput
                    field={column}
                    value={row[column.name] ?? ""}
                    error={errorOf(`.${at}.${column.name}`)}
                    onChange={(value) =>
                      onChange(rows.map((one, i) => (i === at ? { ...one, [column.name]: value } : one)))
                    }
                  />
                </div>
              ))}
            </fieldset>
            <IconButton
              size="sm"
              label={text("remove_row", { number: at + 1 })}
              icon={<Trash2 />}
              onClick={() => onChange(rows.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ul>
      {own ? (
        <p role="alert" className="text-danger text-sm">
          {own}
        </p>
      ) : null}
      <div>
        <Button
          size="sm"
          icon={<Plus className="size-4" />}
          disabled={rows.length >= LIST_ROWS_MAX}
          onClick={() => onChange([...rows, {}])}
        >
          {text("add_row")}
        </Button>
      </div>
    </section>
  );
}
