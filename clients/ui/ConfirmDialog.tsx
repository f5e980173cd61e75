import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { scrim } from "./Dialog";

/** A question that must be answered. Only for what cannot be undone; else act and offer undo in a toast. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** Without it there is only one way on. */
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[18vh]">
          <Base.Popup className="w-full rounded-t-lg bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float transition-[opacity,scale] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0 sm:w-[26rem] sm:rounded-lg">
            <Base.Title className="font-semibold text-lg">{title}</Base.Title>
            <Base.Description className="mt-1.5 text-muted text-sm">{description}</Base.Description>
            {children ? <div className="mt-4">{children}</div> : null}
            <div className="mt-5 flex justify-end gap-2">
              {cancelLabel ? <Button onClick={() => onOpenChange(false)}>{cancelLabel}</Button> : null}
              <Button kind={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
