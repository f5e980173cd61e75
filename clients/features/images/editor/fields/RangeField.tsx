import { useId } from "react";

/** Number between bounds on one line: name, slider, value. */
export function RangeField({
  label,
  value,
  min,
  max,
  step = 1,
  shown = String(value),
  disabled = false,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** Value as it is written, with its unit. */
  shown?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="grid grid-cols-[6rem_1fr_3rem] items-center gap-2 text-sm">
      <label htmlFor={id} className="truncate text-muted">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-7 w-full min-w-0 accent-(--accent) disabled:opacity-50 touch:h-11 dark:accent-(--accent-ink)"
      />
      <span className="text-end text-muted tabular-nums" aria-hidden="true">
        {shown}
      </span>
    </div>
  );
}
