import {
  FIELD_MAX_CHARS,
  LABEL_MAX_CHARS,
  OPTIONS_MAX,
  PARAMETERS_MAX,
} from "@ensemble/contract/generated/limits/powerups";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Plus, Trash2 } from "lucide-react";
import { PARAMETER_KINDS, type Parameter } from "../operations";
import { FormGroup } from "./FormGroup";
import type { PartProps } from "./PowerupFormPage";

const newParameter = (number: number): Parameter => ({
  kind: "text",
  field: `field_${number}`,
  label: "",
  required: false,
  default: [],
  options: [],
});

/** Splits a text into its lines that say something. */
const lines = (typed: string): string[] => typed.split("\n").slice(0, OPTIONS_MAX);
const said = (all: readonly string[]): string[] => all.filter((one) => one.trim() !== "");

/** What people fill in before a run. */
export function Parameters({ fields, change, wrong }: PartProps) {
  const text = useText("powerups");
  const { parameters } = fields;
  const put = (at: number, part: Partial<Parameter>) =>
    change({
      parameters: parameters.map((one, place) => (place === at ? { ...one, ...part } : one)),
    });
  return (
    <FormGroup title={text("parameters")} hint={text("parameters_hint")}>
      {parameters.length > 0 ? (
        <ul className="flex flex-col gap-3">
          {parameters.map((parameter, at) => (
            <ParameterCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a parameter's place is its identity
              key={at}
              number={at + 1}
              parameter={parameter}
              wrong={(field) => wrong(`parameters.${at}.${field}`)}
              onChange={(part) => put(at, part)}
              onRemove={() => change({ parameters: parameters.filter((_, place) => place !== at) })}
            />
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          size="sm"
          icon={<Plus className="size-4" />}
          disabled={parameters.length >= PARAMETERS_MAX}
          onClick={() => change({ parameters: [...parameters, newParameter(parameters.length + 1)] })}
        >
          {text("add_parameter")}
        </Button>
      </div>
    </FormGroup>
  );
}

function ParameterCard({
  number,
  parameter,
  wrong,
  onChange,
  onRemove,
}: {
  number: number;
  parameter: Parameter;
  wrong: (field: string) => string | null;
  onChange: (part: Partial<Parameter>) => void;
  onRemove: () => void;
}) {
  const text = useText("powerups");
  const { kind, field, label, required, options } = parameter;
  const isText = kind === "text";
  return (
    <li className="flex flex-col gap-3 rounded-md p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <fieldset
        aria-label={text("parameter", { number: `${number}` })}
        className="grid min-w-0 gap-3 sm:grid-cols-3"
      >
        <Select
          label={text("field_type")}
          value={kind}
          options={PARAMETER_KINDS.map((value) => ({ value, label: text(`field_type.${value}`) }))}
          onChange={(next) => onChange({ kind: next, default: [] })}
        />
        <TextField
          label={text("field_name")}
          dir="ltr"
          maxLength={FIELD_MAX_CHARS}
          value={field}
          onChange={(typed) => onChange({ field: typed })}
          error={wrong("field")}
        />
        <TextField
          label={text("display_name")}
          maxLength={LABEL_MAX_CHARS}
          value={label}
          onChange={(typed) => onChange({ label: typed })}
          error={wrong("label")}
        />
      </fieldset>
      {isText ? null : (
        <TextArea
          label={text("options")}
          hint={text("options_hint")}
          rows={3}
          value={options.join("\n")}
          onChange={(typed) => onChange({ options: lines(typed) })}
          onBlur={() => onChange({ options: said(options) })}
          error={wrong("options")}
        />
      )}
      <DefaultField parameter={parameter} error={wrong("default")} onChange={onChange} />
      <div className="flex items-center gap-2 text-sm">
        <Switch
          label={text("required_field", { number: `${number}` })}
          checked={required}
          onChange={(next) => onChange({ required: next })}
        />
        <span aria-hidden="true">{text("required")}</span>
        <span className="flex-1" />
        <IconButton
          size="sm"
          label={text("remove_parameter", { number: `${number}` })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function DefaultField({
  parameter: { kind, default: values, options },
  error,
  onChange,
}: {
  parameter: Parameter;
  error: string | null;
  onChange: (part: Partial<Parameter>) => void;
}) {
  const text = useText("powerups");
  if (kind === "single_choice") {
    return (
      <Select
        label={text("default")}
        value={values[0] ?? ""}
        options={[
          { value: "", label: text("no_default") },
          ...said(options).map((option) => ({ value: option, label: option })),
        ]}
        onChange={(value) => onChange({ default: value === "" ? [] : [value] })}
      />
    );
  }
  const isText = kind === "text";
  return (
    <TextField
      label={text(isText ? "default" : "defaults")}
      value={isText ? (values[0] ?? "") : values.join(", ")}
      onChange={(typed) =>
        onChange({ default: isText ? [typed].filter((one) => one !== "") : typed.split(/, ?/) })
      }
      error={error}
    />
  );
}
