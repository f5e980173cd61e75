import { lazy, type ReactNode, Suspense, useState } from "react";

const ConfirmParts = lazy(() => import("./confirm-parts").then((file) => ({ default: file.ConfirmParts })));

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** Label of the cancel button; without it there is only one button. */
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}

/**
 * Confirmation dialog. Only for irreversible actions; otherwise act and offer undo in a toast. Loaded on
 * first use.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmParts {...props} />
    </Suspense>
  );
}
