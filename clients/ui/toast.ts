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

let isRegionThere = false;
/** What happened before there was a place to say it: a shell draws its region after the page. By id. */
const early = new Map<string, () => void>();
let count = 0;

/** For the region, once it listens: what was said before appears now. Gives what ends it. */
export function openToasts(): () => void {
  isRegionThere = true;
  for (const show of early.values()) show();
  early.clear();
  return () => {
    isRegionThere = false;
  };
}

/** Says in passing what happened. Gives the way to take it back. */
export function showToast(content: ToastContent): () => void {
  count += 1;
  const id = `said-${count}`;
  if (isRegionThere) addToast(id, content);
  else early.set(id, () => addToast(id, content));
  return () => {
    early.delete(id);
    toastManager.close(id);
  };
}

function addToast(id: string, { title, description, kind = "info", action }: ToastContent): void {
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
}
