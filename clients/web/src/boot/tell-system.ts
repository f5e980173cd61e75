import type { Host } from "@ensemble/host/host";
import { findText, loadTexts } from "@ensemble/i18n/text";

/** Shows a system notification that something is new, without a title: it may show on a locked screen. */
export async function tellSystem(notify: NonNullable<Host["notify"]>): Promise<void> {
  await loadTexts(["notifications"]);
  notify({
    title: findText("notifications", "news_title") ?? "",
    body: findText("notifications", "open_to_read") ?? "",
  });
}
