import { OTPField } from "@base-ui/react/otp-field";
import { type ReactNode, useId } from "react";

/** Numeric code with one box per digit; supports pasting the whole code and autofill from a message. */
export function CodeField({
  label,
  digitLabel,
  value,
  onChange,
  onComplete,
  error,
  length = 6,
}: {
  label: string;
  /** Accessible name of a box: `(2) => "Digit 2 of 6"`. */
  digitLabel: (position: number) => string;
  value: string;
  onChange: (code: string) => void;
  onComplete: (code: string) => void;
  error?: ReactNode;
  length?: number;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <OTPField.Root
        id={id}
        dir="ltr"
        length={length}
        value={value}
        onValueChange={onChange}
        onValueComplete={onComplete}
        aria-describedby={`${id}-error`}
        className="grid grid-flow-col gap-2"
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
            key={index}
            aria-label={index === 0 ? undefined : digitLabel(index + 1)}
            aria-invalid={Boolean(error)}
            className="h-12 w-full min-w-0 rounded-md bg-raised text-center text-xl tabular-nums shadow-[inset_0_0_0_1px_var(--edge)] outline-none transition-shadow focus:shadow-[inset_0_0_0_1.5px_var(--accent-ink),0_0_0_3px_color-mix(in_oklch,var(--accent)_22%,transparent)] aria-invalid:shadow-[inset_0_0_0_1.5px_var(--danger)]"
          />
        ))}
      </OTPField.Root>
      <p id={`${id}-error`} aria-live="polite" className={error ? "text-danger text-sm" : "sr-only"}>
        {error}
      </p>
    </div>
  );
}
