import type { QuestionField } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import type { QuestionValues } from "./question-values";

/** Types of fields for texts of a format. */
const TYPES = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

/** Field of a question. */
export function QuestionInput({
  field,
  value,
  error,
  onChange,
}: {
  field: QuestionField;
  value: QuestionValues[string] | undefined;
  error: string | null;
  onChange: (value: QuestionValues[string]) => void;
}) {
  const text = useText("questions");
  const label = field.required ? field.title : text("optional", { field: field.title });
  const bounds = useBounds(field);
  const hint = [field.description, bounds].filter(Boolean).join(" · ") || undefined;
  switch (field.input) {
    case "text":
      return (
        <TextField
          label={label}
          hint={hint}
          error={error}
          type={field.format ? TYPES[field.format] : "text"}
          required={field.required}
          maxLength={field.max_length}
          autoComplete="off"
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
        />
      );
    case "number":
      return (
        <TextField
          label={label}
          hint={hint}
          error={error}
          type="number"
          inputMode={field.whole ? "numeric" : "decimal"}
          step={field.whole ? 1 : "any"}
          min={field.minimum ?? undefined}
          max={field.maximum ?? undefined}
          required={field.required}
          autoComplete="off"
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
        />
      );
    case "boolean":
      return (
        <div className="flex items-start justify-between gap-3">
          <Described title={field.title} hint={hint} error={error} />
          <Switch label={field.title} checked={value === true} onChange={onChange} />
        </div>
      );
    case "choice": {
      // Options may have any text, even none: they are known by their place.
      const chosen = field.options.findIndex((option) => option.value === value);
      const options = field.options.map(({ title }, index) => ({ value: String(index), label: title }));
      const none = { value: "-1", label: text("choose") };
      return (
        <div className="flex flex-col gap-1.5">
          <Select
            label={label}
            value={String(chosen)}
            options={field.required && chosen >= 0 ? options : [none, ...options]}
            onChange={(next) => onChange(field.options[Number(next)]?.value ?? "")}
          />
          <Described hint={hint} error={error} />
        </div>
      );
    }
    case "choices": {
      const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
      return (
        <div className="flex flex-col gap-1.5">
          <CheckChips
            legend={label}
            options={field.options.map((option) => ({ value: option.value, label: option.title }))}
            chosen={chosen}
            error={error}
            onToggle={(one) =>
              onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
            }
          />
          <Described hint={hint} error={null} />
        </div>
      );
    }
  }
}

function Described({ title, hint, error }: { title?: string; hint?: string; error: string | null }) {
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      {title ? (
        <span className="font-medium text-sm">
          <bdi>{title}</bdi>
        </span>
      ) : null}
      {hint ? (
        <span className="text-muted text-sm">
          <bdi>{hint}</bdi>
        </span>
      ) : null}
      {error ? (
        <span role="alert" className="text-danger text-sm">
          {error}
        </span>
      ) : null}
    </span>
  );
}

/** Returns what a field accepts, in words. */
function useBounds(field: QuestionField): string | null {
  const text = useText("questions");
  switch (field.input) {
    case "text":
      return field.min_length ? text("least_chars", { count: field.min_length }) : null;
    case "number": {
      const { minimum: least, maximum: most } = field;
      if (least !== null && most !== null) return text("between", { least, most });
      if (least !== null) return text("at_least", { least });
      return most === null ? null : text("at_most", { most });
    }
    case "choices": {
      const least = field.min_items ? text("choose_least", { least: field.min_items }) : null;
      const most = field.max_items ? text("choose_most", { most: field.max_items }) : null;
      return [least, most].filter(Boolean).join(" · ") || null;
    }
    default:
      return null;
  }
}
