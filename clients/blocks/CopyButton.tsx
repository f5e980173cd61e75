import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

/** Copies text and confirms it for a moment. */
export function CopyButton({
  label,
  content,
  size = "md",
  keys,
}: {
  label: string;
  content: string;
  size?: "sm" | "md";
  keys?: string | null;
}) {
  const text = useText("chat");
  const host = useHost();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    host.copyText(content).then(
      () => setCopied(true),
      () => showToast({ title: text("copy_failed"), kind: "danger" }),
    );
  return (
    <IconButton
      size={size}
      keys={keys}
      label={copied ? text("copied") : label}
      icon={copied ? <Check /> : <Copy />}
      onClick={copy}
    />
  );
}
