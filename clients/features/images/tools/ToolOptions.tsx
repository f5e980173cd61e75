import { OneOf } from "@ensemble/blocks/images/Choice";
import { Range } from "@ensemble/blocks/images/Range";
import { TEXT_MAX_CHARS } from "@ensemble/contract/generated/limits/image-tools";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useId } from "react";
import { BackgroundField } from "./BackgroundField";
import {
  type Background,
  type Edges,
  type OptionValue,
  type OptionValues,
  optionFault,
  type ToolOption,
} from "./tool-options";

/** Fields for the options of a tool. */
export function ToolOptions({
  options,
  values,
  second,
  onChange,
  onSecond,
}: {
  options: readonly ToolOption[];
  values: OptionValues;
  /** Picture for the background. */
  second: File | null;
  onChange: (values: OptionValues) => void;
  onSecond: (file: File) => void;
}) {
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {options.map((option) =>
        option.kind === "background" ? (
          <BackgroundField
            key={option.name}
            value={values[option.name] as Background}
            picture={second}
            onChange={(value) => onChange({ ...values, [option.name]: value })}
            onPicture={onSecond}
          />
        ) : (
          <OptionField
            key={option.name}
            option={option}
            value={values[option.name]}
            onChange={(value) => onChange({ ...values, [option.name]: value })}
          />
        ),
      )}
    </div>
  );
}

function OptionField({
  option,
  value,
  onChange,
}: {
  option: Exclude<ToolOption, { kind: "background" }>;
  value: OptionValue | undefined;
  onChange: (value: OptionValue) => void;
}) {
  const text = useText("images");
  const label = text(`option.${option.name}`);
  const fault = optionFault(option, value);
  switch (option.kind) {
    case "choice":
      return <ChoiceField option={option} label={label} value={value} onChange={onChange} />;
    case "number":
      return (
        <Range
          label={label}
          min={option.min}
          max={option.max}
          step={option.step}
          value={Number(value)}
          onChange={onChange}
        />
      );
    case "pixels":
      return (
        <TextField
          label={label}
          inputMode="numeric"
          value={String(value)}
          error={fault ? text("out_of_range", { min: option.min, max: option.max }) : null}
          onChange={onChange}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          maxLength={TEXT_MAX_CHARS}
          required={option.required}
          value={String(value)}
          onChange={onChange}
        />
      );
    case "color":
      return <ColorField label={label} value={String(value)} onChange={onChange} />;
    case "switch":
      return (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span aria-hidden="true" className="font-medium">
            {label}
          </span>
          <Switch label={label} checked={value === true} onChange={onChange} />
        </div>
      );
    case "edges":
      return (
        <EdgesField
          label={label}
          max={option.max}
          value={value as Edges}
          error={fault ? text("edges_missing") : null}
          onChange={onChange}
        />
      );
  }
}

function ChoiceField({
  option,
  label,
  value,
  onChange,
}: {
  option: Extract<ToolOption, { kind: "choice" }>;
  label: string;
  value: OptionValue | undefined;
  onChange: (value: OptionValue) => void;
}) {
  const text = useText("images");
  const options = option.values.map((one) => ({
    value: String(one),
    label: text(`choice.${option.name}.${one}` as "choice.fill.blur"),
  }));
  const choose = (chosen: string) => onChange(option.values.find((one) => String(one) === chosen) ?? chosen);
  return <OneOf label={label} value={String(value)} options={options} onChange={choose} />;
}

/** Field for a color. */
export function ColorField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (color: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 w-14 cursor-pointer rounded-md bg-raised p-1 shadow-[inset_0_0_0_1px_var(--edge)] touch:h-11"
      />
    </div>
  );
}

const EDGES = ["left", "top", "right", "bottom"] as const;

function EdgesField({
  label,
  max,
  value,
  error,
  onChange,
}: {
  label: string;
  max: number;
  value: Edges;
  error: string | null;
  onChange: (edges: Edges) => void;
}) {
  const text = useText("images");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {EDGES.map((edge) => (
        <Range
          key={edge}
          label={text(`edge.${edge}`)}
          min={0}
          max={max}
          step={5}
          value={value[edge]}
          show={(percent) => text("percent", { number: percent })}
          onChange={(percent) => onChange({ ...value, [edge]: percent })}
        />
      ))}
      <p aria-live="polite" className="text-danger text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
