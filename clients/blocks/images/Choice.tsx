import { useText } from "@ensemble/i18n/text";
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
