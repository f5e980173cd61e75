import { Toast } from "@base-ui/react/toast";

export type ToastKind = "info" | "success" | "danger";

export interface ToastContent {
  title: string;
  description?: string;
  kind?: ToastKind;
  /** What undoes or helps. The toast stays longer when it has one. */
  action?: { label: string; onPress: () => void };
}

export const toastManager = Toast.createToastManager<{ kind: ToastKind }>();

/** Says in passing what happened. Gives the way to take it back. */
export function showToast({ title, description, kind = "info", action }: ToastContent): () => void {
  const id = toastManager.add({
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
  return () => toastManager.close(id);
}
