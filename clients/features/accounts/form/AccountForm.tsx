import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import type { ReactNode } from "react";

/** Form of one step of signing in or up: fields, what was refused, and one button. */
export function AccountForm({
  problem,
  action,
  busy,
  onSubmit,
  children,
  below,
}: {
  /** Error that belongs to no single field. */
  problem: string | null;
  action: string;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
  /** Shown below the button. */
  below?: ReactNode;
}) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Enter submits a form of one field even while its button is busy.
        if (!busy) onSubmit();
      }}
    >
      {children}
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      <Button type="submit" kind="primary" size="lg" wide busy={busy}>
        {action}
      </Button>
      {below}
    </form>
  );
}
