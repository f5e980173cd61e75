import { type ReactNode, useId, useRef } from "react";
import { Button } from "../Button";
import { Dialog } from "./Dialog";

/** Dialog with a form. Enter submits it from any field. */
export function FormDialog({
  title,
  cancelLabel,
  submitLabel,
  onClose,
  onSubmit,
  busy = false,
  disabled = false,
  width,
  fieldFirst = false,
  danger = false,
  otherAction,
  children,
}: {
  title: string;
  cancelLabel: string;
  submitLabel: string;
  onClose: () => void;
  onSubmit: () => void;
  busy?: boolean;
  disabled?: boolean;
  width?: "sm" | "md" | "lg";
  /** True if the first field gets the initial focus; else the first button. */
  fieldFirst?: boolean;
  /** True if submitting removes something. */
  danger?: boolean;
  /** Button next to the submit button; by default one that closes the dialog. */
  otherAction?: ReactNode;
  children: ReactNode;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const firstField = () => form.current?.querySelector<HTMLElement>("input, textarea, button") ?? true;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width={width}
      initialFocus={fieldFirst ? firstField : undefined}
      title={title}
      closeLabel={cancelLabel}
      footer={
        <>
          {otherAction ?? <Button onClick={onClose}>{cancelLabel}</Button>}
          <Button
            type="submit"
            form={formId}
            kind={danger ? "danger" : "primary"}
            disabled={disabled}
            busy={busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // Enter submits a form of one field even while its button is busy.
          if (!busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
