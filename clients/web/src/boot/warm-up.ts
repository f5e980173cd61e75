import { modelPickerParts } from "@ensemble/blocks/models/ModelPicker";
import { loadTexts } from "@ensemble/i18n/text";
import { menuParts } from "@ensemble/ui/popups/Menu";
import { popoverParts } from "@ensemble/ui/popups/Popover";
import { whenIdle } from "./first-page";

/** Code to preload, in this order. */
const NEXT: readonly (() => Promise<unknown>)[] = [
  () => loadTexts(["chat", "documents", "frame", "common"]),
  () => import("@ensemble/feature-chat/ConversationScreen"),
  menuParts.load,
  modelPickerParts.load,
  popoverParts.load,
  () => loadTexts(["problems"]),
  () => import("@ensemble/feature-chat/attachments/AttachmentTray"),
  () => import("@ensemble/blocks/attachments/send-file"),
  () => import("@ensemble/blocks/attachments/prepare-image"),
  () => import("../palette/Palette"),
];

let begun = false;

/**
 * Preloads code after the first page while the browser is idle, so that the first answer, menu and list are
 * available at once. Earlier requests load only what they need.
 */
export async function warmUp(): Promise<void> {
  if (begun) return;
  begun = true;
  for (const load of NEXT) {
    // Whoever needs it loads it again and gets the error.
    await whenIdle(load)().catch(() => undefined);
  }
}
