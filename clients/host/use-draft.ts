import { useState } from "react";
import { useHost } from "./HostContext";

/**
 * Text state that survives a reload, an error and a lost connection.
 *
 * Never use it for passwords: anybody with access to the tab's storage can read drafts.
 */
export function useDraft(key: string, initial = ""): [string, (text: string) => void, () => void] {
  const { drafts } = useHost();
  const [text, setText] = useState(() => drafts.get(key) ?? initial);
  const change = (next: string) => {
    setText(next);
    if (next) drafts.set(key, next);
    else drafts.remove(key);
  };
  const forget = () => {
    drafts.remove(key);
  };
  return [text, change, forget];
}
