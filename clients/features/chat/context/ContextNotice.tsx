import type { ContextReport } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";
import { useState } from "react";
import { ContextHelp } from "./ContextHelp";

/** Notice, once per open conversation, that it is about to exceed or exceeds the model's context. */
export function ContextNotice({ report }: { report: ContextReport }) {
  const text = useText("chat");
  const trimmed = report.trimmed_messages > 0;
  const stage = trimmed ? report.mode : "near";
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (!report.near_limit || dismissed === stage) return null;
  return (
    <Notice
      tone={trimmed ? "info" : "warning"}
      title={text(
        trimmed ? (report.mode === "smart" ? "context_trimming" : "context_cropping") : "context_near",
      )}
      action={
        <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={() => setDismissed(stage)} />
      }
    >
      {stage === "smart" ? null : <ContextHelp report={report} />}
    </Notice>
  );
}
