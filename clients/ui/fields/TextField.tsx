import { Field } from "@base-ui/react/field";
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface TextFieldProps
  extends Omit<ComponentProps<"input">, "value" | "onChange" | "size" | "defaultValue"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Error of the value and how to fix it. Announced when it appears. */
  error?: ReactNode;
  hint?: ReactNode;
  /** Hides the label visually and keeps it for screen readers. */
  hideLabel?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
}

export const fieldShell =
  "flex min-h-9 w-full items-center gap-2 rounded-md bg-raised px-3 shadow-[inset_0_0_0_1px_var(--edge)] transition-shadow touch:min-h-11 " +
  "focus-within:shadow-[inset_0_0_0_1.5px_var(--accent-ink),0_0_0_3px_color-mix(in_oklch,var(--accent)_22%,transparent)] " +
  "has-[:disabled]:opacity-60 has-[[aria-invalid=true]]:shadow-[inset_0_0_0_1.5px_var(--danger)]";

export const fieldInput =
  "min-w-0 flex-1 bg-transparent py-1.5 text-base outline-none placeholder:text-faint touch:py-2.5 touch:text-[1rem]";

export function TextField({
  label,
  value,
  onChange,
  error,
  hint,
  hideLabel = false,
  leading,
  trailing,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)} className={clsx("flex w-full flex-col gap-1.5", className)}>
      <Field.Label className={hideLabel ? "sr-only" : "font-medium text-sm"}>
        <bdi>{label}</bdi>
      </Field.Label>
      <div className={fieldShell}>
        {leading ? <span className="flex text-faint [&_svg]:size-4">{leading}</span> : null}
        <Field.Control
          // Text takes its own direction; a number follows the language's.
          dir={rest.inputMode === undefined ? "auto" : undefined}
          {...rest}
          aria-invalid={Boolean(error)}
          value={value}
          onValueChange={onChange}
          className={fieldInput}
        />
        {trailing}
      </div>
      {hint && !error ? <Field.Description className="text-muted text-sm">{hint}</Field.Description> : null}
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}

/** Error of a field. The live region exists before the error, so that it is announced. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <div aria-live="polite" className={children ? undefined : "sr-only"}>
      {children ? (
        <Field.Error match className="text-danger text-sm">
          {children}
        </Field.Error>
      ) : null}
    </div>
  );
}
