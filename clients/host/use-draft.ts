import { useState } from "react";
import { useHost } from "./HostContext";

/**
 * Text that survives a reload, a refusal and a lost network.
 *
 * Never for passwords: a draft is readable by whoever opens the tab's storage.
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
