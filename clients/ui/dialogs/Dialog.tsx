import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

const WIDTHS = { sm: "sm:w-96", md: "sm:w-[30rem]", lg: "sm:w-[44rem]" };

export const scrim =
  "fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

/** Modal dialog for one task. On narrow screens it opens as a bottom sheet. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  width = "sm",
  footer,
  initialFocus,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  closeLabel: string;
  width?: keyof typeof WIDTHS;
  footer?: ReactNode;
  /** Element with the initial focus; else the first button. */
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  children?: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto max-sm:pb-[var(--keyboard,0px)] sm:items-start sm:p-6 sm:pt-[12vh]">
          <Base.Popup
            initialFocus={initialFocus}
            className={clsx(
              "relative flex max-h-[calc(92dvh-var(--keyboard,0px))] w-full flex-col rounded-t-lg bg-raised shadow-float sm:max-h-[80vh] sm:rounded-lg",
              "transition-[opacity,scale,translate] data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:data-starting-style:translate-y-6 sm:data-starting-style:scale-[0.98]",
              // The scrolling content ends above a phone's home indicator.
              footer ? null : "max-sm:pb-[env(safe-area-inset-bottom)]",
              WIDTHS[width],
            )}
          >
            <div className="flex items-start gap-3 px-5 pt-4 pb-1">
              <div className="min-w-0 flex-1 pt-1">
                <Base.Title className="font-semibold text-lg">{title}</Base.Title>
                {description ? (
                  <Base.Description className="mt-1 text-muted text-sm">{description}</Base.Description>
                ) : null}
              </div>
              <Base.Close
                aria-label={closeLabel}
                className="-me-2 flex size-8 flex-none items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
              >
                <X className="size-4" />
              </Base.Close>
            </div>
            {children ? <div className="min-h-0 overflow-y-auto px-5 pt-2 pb-4">{children}</div> : null}
            {footer ? (
              <div className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
                {footer}
              </div>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
