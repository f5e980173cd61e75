import { useId } from "react";

/** Number between bounds, chosen with a slider. Null: as the engine or the model chooses. */
export function Range({
  label,
  hint,
  value,
  unset,
  min,
  max,
  step,
  disabled = false,
  show = String,
  onChange,
}: {
  label: string;
  hint?: string | null;
  value: number | null;
  /** Text and place of the slider while there is no value. */
  unset?: { text: string; at: number };
  min: number;
  max: number;
  step: number;
  disabled?: boolean;
  show?: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const hintId = useId();
  const shown = value === null ? (unset?.text ?? "") : show(value);
  return (
    <div className="flex flex-col gap-1">
      <label className="flex flex-col gap-1 text-sm">
        <span className="flex items-baseline justify-between gap-2">
          <span className="font-medium">{label}</span>
          <span className="text-muted tabular-nums">{shown}</span>
        </span>
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          value={value ?? unset?.at ?? min}
          aria-valuetext={shown}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-6 w-full accent-(--accent) disabled:opacity-50 touch:h-11 dark:accent-(--accent-ink)"
        />
      </label>
      {hint ? (
        <p id={hintId} className="text-muted text-xs">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
