import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import type { ReactNode } from "react";

const AUTO = "auto";

export interface Option {
  value: string;
  label: string;
}

/** Choice among what a model offers, with its own choice first. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | null;
  options: readonly Option[];
  onChange: (value: string | null) => void;
}) {
  const text = useText("media");
  return (
    <Select
      label={label}
      value={value ?? AUTO}
      options={[{ value: AUTO, label: text("auto") }, ...options.filter((one) => one.value !== AUTO)]}
      onChange={(next) => onChange(next === AUTO ? null : next)}
    />
  );
}

/** Most values that are shown beside each other. */
const SEGMENTS_MAX = 4;

/** Choice of one value: beside each other where they are few, else in a list. */
export function OneOf({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}) {
  if (options.length > SEGMENTS_MAX)
    return <Select label={label} value={value} options={options} onChange={onChange} />;
  return (
    <Labelled label={label}>
      <Segmented label={label} value={value} options={options} onChange={onChange} />
    </Labelled>
  );
}

/** Field whose control names itself, below its label. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      {children}
    </div>
  );
}
