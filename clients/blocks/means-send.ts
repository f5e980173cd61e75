import type { SendWith } from "@ensemble/contract/wire";
import type { KeyboardEvent } from "react";

/** Enter sends, or Mod+Enter by setting; on touch Enter is always a new line. Never while an input method composes. */
export function meansSend(event: KeyboardEvent, sendWith: SendWith): boolean {
  if (event.key !== "Enter" || event.nativeEvent.isComposing || event.shiftKey || event.altKey) return false;
  if (event.metaKey || event.ctrlKey) return true;
  return sendWith === "enter" && !matchMedia("(pointer: coarse)").matches;
}
