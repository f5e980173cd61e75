import type { SendWith } from "@ensemble/contract/wire";

type Press = Pick<KeyboardEvent, "key" | "isComposing" | "shiftKey" | "altKey" | "metaKey" | "ctrlKey">;

/**
 * Returns true if a key event should send: Enter, or Mod+Enter by setting; on touch Enter is always a new
 * line. Never during IME composition.
 */
export function isSubmitKey(press: Press, sendWith: SendWith): boolean {
  if (press.key !== "Enter" || press.isComposing || press.shiftKey || press.altKey) return false;
  if (press.metaKey || press.ctrlKey) return true;
  return sendWith === "enter" && !matchMedia("(pointer: coarse)").matches;
}
