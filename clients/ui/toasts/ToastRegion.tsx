import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect } from "react";
import { openToasts, type ToastKind, type ToastScreen } from "./toast";

const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

const screen: ToastScreen = {
  add(id, { title, description, kind = "info", action }) {
    toastManager.add({
      id,
      title,
      description,
      data: { kind },
      // Long enough to notice, read and reach an undo (WCAG 2.2.1 asks for time; hovering stops the clock).
      timeout: action ? 10_000 : 5_000,
      priority: kind === "danger" ? "high" : "low",
      actionProps: action
        ? {
            children: action.label,
            onClick: () => {
              action.onPress();
              toastManager.close(id);
            },
          }
        : undefined,
    });
  },
  close: (id) => toastManager.close(id),
};

/** Region in which toasts appear: one per shell, at its root. */
export function ToastRegion({ label, closeLabel }: { label?: string; closeLabel: string }) {
  // Effects of the provider below run first, so it is listening by now.
  useEffect(() => openToasts(screen), []);
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={label}
          className="pointer-events-none fixed inset-x-3 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 mx-auto flex max-w-sm flex-col gap-2 max-lg:bottom-[calc(4.5rem+env(safe-area-inset-bottom)+var(--keyboard,0px))]"
        >
          <Toasts closeLabel={closeLabel} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts({ closeLabel }: { closeLabel: string }) {
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="pointer-events-auto rounded-md bg-raised shadow-float transition-[opacity,translate] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-center gap-2.5 py-2 ps-3.5 pe-2">
        <ToastIcon kind={toast.data?.kind ?? "info"} />
        <div className="min-w-0 flex-1 py-0.5">
          <Toast.Title className="text-sm" />
          <Toast.Description className="text-muted text-sm" />
        </div>
        <Toast.Action className="h-7 rounded-sm px-2 font-medium text-accent-ink text-sm hover:bg-hover touch:h-11" />
        <Toast.Close
          aria-label={closeLabel}
          className="flex size-7 flex-none items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-ink touch:size-11"
        >
          <X className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function ToastIcon({ kind }: { kind: ToastKind }) {
  if (kind === "danger") return <CircleAlert className="size-4 text-danger" />;
  if (kind === "success") return <CircleCheck className="size-4 text-success" />;
  return null;
}
