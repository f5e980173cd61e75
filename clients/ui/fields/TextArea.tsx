import { Field } from "@base-ui/react/field";
import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { FieldError, fieldInput, fieldShell } from "./TextField";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange" | "defaultValue"> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  hint?: ReactNode;
  /** Content at the end of the label: remaining characters. */
  counter?: ReactNode;
}

/** Multi-line field that grows with its text. */
export function TextArea({
  label,
  value,
  onChange,
  error,
  hint,
  counter,
  rows = 2,
  className,
  ...rest
}: TextAreaProps) {
  return (
    <Field.Root invalid={Boolean(error)} className="flex w-full flex-col gap-1.5">
      <span className="flex items-baseline justify-between gap-3">
        <Field.Label className="font-medium text-sm">
          <bdi>{label}</bdi>
        </Field.Label>
        {counter}
      </span>
      <div className={fieldShell}>
        <Field.Control
          // The height follows the text, so `rows` is implemented as the minimum height.
          render={<textarea dir="auto" {...rest} style={{ minHeight: `${rows * 1.5 + 0.75}rem` }} />}
          aria-invalid={Boolean(error)}
          value={value}
          onValueChange={onChange}
          className={clsx(fieldInput, "field-sizing-content max-h-[40dvh] resize-y", className)}
        />
      </div>
      {hint && !error ? <Field.Description className="text-muted text-sm">{hint}</Field.Description> : null}
      <FieldError>{error}</FieldError>
    </Field.Root>
  );
}
