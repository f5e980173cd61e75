import { useLocale, useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { parameterTexts } from "./in-language";
import type { Definition, Parameter } from "./operations";

type Values = Record<string, string[]>;

/** Fields for a PowerUP's parameters, in the reader's language. */
export function ParameterFields({
  definition,
  values,
  onChange,
  wrong,
  error,
}: {
  definition: Definition;
  values: Values;
  onChange: (values: Values) => void;
  /** Field that was refused. */
  wrong: string | null;
  error: string | null;
}) {
  const { locale } = useLocale();
  if (definition.parameters.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {definition.parameters.map((parameter, at) => (
        <ParameterField
          key={parameter.field}
          parameter={parameter}
          texts={parameterTexts(definition, at, locale)}
          value={values[parameter.field] ?? parameter.default}
          error={wrong === parameter.field ? error : null}
          onChange={(value) => onChange({ ...values, [parameter.field]: value })}
        />
      ))}
    </div>
  );
}

function ParameterField({
  parameter,
  texts,
  value,
  error,
  onChange,
}: {
  parameter: Parameter;
  texts: { label: string; options: readonly string[] };
  value: readonly string[];
  error: string | null;
  onChange: (value: string[]) => void;
}) {
  const text = useText("powerups");
  const { kind, required } = parameter;
  const label = required ? texts.label : text("optional", { label: texts.label });
  if (kind === "text") {
    return (
      <TextField
        label={label}
        required={required}
        value={value[0] ?? ""}
        onChange={(typed) => onChange(typed === "" ? [] : [typed])}
        error={error}
      />
    );
  }
  const options = parameter.options.map((option, at) => ({
    value: option,
    label: texts.options[at] ?? option,
  }));
  if (kind === "multiple_choice") {
    return (
      <CheckChips
        legend={label}
        options={options}
        chosen={value}
        error={error}
        onToggle={(option) =>
          onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={label}
        value={value[0] ?? ""}
        options={[{ value: "", label: text("choose") }, ...options]}
        onChange={(option) => onChange(option === "" ? [] : [option])}
      />
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}
