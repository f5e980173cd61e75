import { useId } from "react";

/** Style of a chip whose input covers it. */
export const chipStyle =
  "relative flex h-8 items-center rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:text-ink " +
  "has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-none " +
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 touch:h-11";
export const chipField = "absolute inset-0 cursor-pointer appearance-none rounded-[inherit]";

/** Multiple choice as chips. */
export function CheckChips<Value extends string>({
  legend,
  options,
  chosen,
  error = null,
  onToggle,
}: {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  error?: string | null;
  onToggle: (value: Value) => void;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map(({ value, label }) => (
          <label key={value} className={chipStyle}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
              className={chipField}
            />
            {label}
          </label>
        ))}
      </div>
      {error ? (
        <p id={errorId} className="text-danger text-sm">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
