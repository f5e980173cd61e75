export type ToastKind = "info" | "success" | "danger";

export interface ToastContent {
  title: string;
  description?: string;
  kind?: ToastKind;
  /** Action to undo or to help. The toast stays longer with one. */
  action?: { label: string; onPress: () => void };
}

/** Display for toasts: the region of a shell (`ToastRegion.tsx`), which mounts after the page. */
export interface ToastScreen {
  add(id: string, content: ToastContent): void;
  close(id: string): void;
}

let screen: ToastScreen | null = null;
/** Toasts from before the display was mounted, by id. */
const early = new Map<string, ToastContent>();
let count = 0;

/** Connects the region and shows earlier toasts. Returns the disconnect function. */
export function openToasts(opened: ToastScreen): () => void {
  screen = opened;
  for (const [id, content] of early) opened.add(id, content);
  early.clear();
  return () => {
    if (screen === opened) screen = null;
  };
}

/** Shows a toast. Returns the function that removes it. */
export function showToast(content: ToastContent): () => void {
  count += 1;
  const id = `said-${count}`;
  if (screen) screen.add(id, content);
  else early.set(id, content);
  return () => {
    early.delete(id);
    screen?.close(id);
  };
}
