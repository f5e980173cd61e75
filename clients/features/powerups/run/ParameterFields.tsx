import { ProblemError } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { parameterTexts } from "../in-language";
import type { Definition, Parameter } from "../operations";

/** What stands before the names of fields in problems. */
const VALUES = "values.";

const fieldOf = (error: Error | null): string =>
  error instanceof ProblemError ? `${error.problem.params.field ?? ""}` : "";

/** Returns true if an error is shown at a field of a parameter. */
export const isOfValues = (error: Error | null): boolean => fieldOf(error).startsWith(VALUES);

type Values = Record<string, string[]>;

/** Fields for a PowerUP's parameters, in the reader's language. */
export function ParameterFields({
  definition,
  values,
  onChange,
  error,
}: {
  definition: Definition;
  values: Values;
  onChange: (values: Values) => void;
  /** Error of the last run; one of a field is shown there. */
  error: Error | null;
}) {
  const { locale } = useLocale();
  const problemText = useProblemText();
  const wrong = fieldOf(error);
  if (definition.parameters.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {definition.parameters.map((parameter, at) => (
        <ParameterField
          key={parameter.field}
          parameter={parameter}
          texts={parameterTexts(definition, at, locale)}
          value={values[parameter.field] ?? parameter.default}
          error={wrong === `${VALUES}${parameter.field}` ? problemText(error) : null}
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
