import { pathOnServer } from "@ensemble/contract/base-path";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { TaskEnded } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { WANTS_NEWS } from "@ensemble/host/wants-news";
import { findText, loadTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { taskText } from "../task-text";
import { tellSystem } from "./tell-system";

/**
 * Tells of long tasks that ended or wait for their person, except on their own page: in a toast, or by the
 * system while no window is visible. `open` navigates to a path. Returns the unsubscribe function.
 */
export function tellOfTasks({ notify, storage }: Host, open: (path: string) => void): () => void {
  return onServerHint((hint) => {
    if (hint.type !== "task.ended") return;
    const isVisible = document.visibilityState === "visible";
    if (isVisible && pathOnServer(location.pathname) === hint.path) return;
    if (isVisible) void say(hint, open);
    else if (notify && storage.get(WANTS_NEWS) !== "no") void tellSystem(notify);
  });
}

async function say({ state, title, path }: TaskEnded, open: (path: string) => void): Promise<void> {
  await loadTexts(["notifications"]);
  showToast({
    title: findText("notifications", taskText(state)) ?? "",
    description: title,
    kind: state === "failed" ? "danger" : "info",
    action: { label: findText("common", "open") ?? "", onPress: () => open(path) },
  });
}
