import { copyText } from "@ensemble/host/copy-text";
import { Check, Copy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { PageButton } from "./PageButton";
import { pageText } from "./page-text";

const LABELS = { ready: "copy", copied: "copied", failed: "not_copied" } as const;
const ICONS = { ready: Copy, copied: Check, failed: TriangleAlert };

/** Copies a text and confirms it. */
export function CopyButton({ text, onCopied }: { text: string; onCopied?: () => void }) {
  const [state, setState] = useState<keyof typeof LABELS>("ready");
  const Icon = ICONS[state];
  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? "copied" : "failed");
    if (copied) onCopied?.();
  };
  return (
    <PageButton
      label={pageText("page")(LABELS[state])}
      icon={<Icon />}
      // An error must not depend on hovering.
      named={state === "failed"}
      onClick={() => void copy()}
    />
  );
}
