import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import type { ReactNode } from "react";

/** A choice of one among two to four, all in sight. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="inline-flex max-w-full gap-0.5 rounded-md bg-sunken p-0.5 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          nativeButton
          render={<button type="button" />}
          className="flex h-8 min-w-0 items-center justify-center gap-2 rounded-[8px] px-3 text-muted text-sm transition-colors hover:text-ink data-checked:bg-raised data-checked:text-ink data-checked:shadow-[0_0_0_1px_var(--edge)] touch:h-10 [&_svg]:size-4"
        >
          {option.icon}
          <span className="truncate">{option.label}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
