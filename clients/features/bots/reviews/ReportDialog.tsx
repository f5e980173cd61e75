import type { Bot, ReportReason } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { reportBotMutation } from "../bot-queries";
import { REPORT_REASONS, reasonText } from "./report-reasons";

/** Reports a bot to the operator. */
export function ReportDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const text = useText("bots");
  const problemText = useProblemText();
  const [reason, setReason] = useState<ReportReason>("spam");
  const [details, setDetails] = useState("");
  const report = useMutation(reportBotMutation());
  const send = () =>
    report.mutate(
      { id: bot.id, reason, details },
      {
        onSuccess: () => {
          showToast({ title: text("reported"), kind: "success" });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("report_title", { name: bot.name })}
      description={text("report_description")}
      closeLabel={text("close")}
      footer={
        <>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button kind="primary" busy={report.isPending} onClick={send}>
            {text("send_report")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={text("reason")}
          value={reason}
          onChange={setReason}
          options={REPORT_REASONS.map((value) => ({ value, label: text(reasonText(value)) }))}
        />
        <TextArea
          label={text("report_details")}
          rows={4}
          maxLength={1000}
          value={details}
          onChange={setDetails}
        />
        {report.error ? <Notice tone="danger">{problemText(report.error)}</Notice> : null}
      </div>
    </Dialog>
  );
}
