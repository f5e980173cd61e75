import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { scrim } from "./Dialog";

/** Side sheet over the page: lists and details on narrow screens. */
export function Sheet({
  open,
  onOpenChange,
  title,
  closeLabel,
  side = "start",
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  closeLabel: string;
  side?: "start" | "end";
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Popup
          className={clsx(
            "fixed inset-y-0 z-40 flex w-[min(24rem,88vw)] flex-col bg-canvas shadow-float transition-[opacity,translate]",
            "pb-[var(--keyboard,0px)] data-ending-style:opacity-0 data-starting-style:opacity-0",
            side === "start"
              ? "start-0 ltr:pl-[env(safe-area-inset-left)] rtl:pr-[env(safe-area-inset-right)]"
              : "end-0 ltr:pr-[env(safe-area-inset-right)] rtl:pl-[env(safe-area-inset-left)]",
          )}
        >
          <div className="flex items-center gap-2 ps-4 pe-2 pt-[max(0.5rem,env(safe-area-inset-top))] pb-1">
            <Base.Title className="min-w-0 flex-1 truncate font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={closeLabel}
              className="flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
            >
              <X className="size-4" />
            </Base.Close>
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto pb-[env(safe-area-inset-bottom)]">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
