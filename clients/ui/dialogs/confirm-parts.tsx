import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { Button } from "../Button";
import type { ConfirmDialogProps } from "./ConfirmDialog";
import { scrim } from "./Dialog";

/** Dialog, loaded by `ConfirmDialog.tsx`. */
export function ConfirmParts({
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
}: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto max-sm:pb-[var(--keyboard,0px)] sm:items-start sm:p-6 sm:pt-[18vh]">
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
