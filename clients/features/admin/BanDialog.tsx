import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { REASON_MAX_CHARS } from "@ensemble/contract/generated/limits/admin";
import type { AdminUser } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeUserMutation } from "./admin-queries";

/** Asks for the reason of a suspension, which the person will see. */
export function BanDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const text = useText("admin");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const queryClient = useQueryClient();
  const readmit = useMutation(changeUserMutation(queryClient, user.id));
  const said = () =>
    showToast({
      title: text("suspended_toast", { name: user.name }),
      action: { label: text("undo"), onPress: () => readmit.mutate({ suspended: false }) },
    });
  const ban = useMutation(withSuccessToast(changeUserMutation(queryClient, user.id), said));
  const missing = reason.trim() === "";
  return (
    <FormDialog
      title={text("suspend_title", { name: user.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("suspend")}
      busy={ban.isPending}
      danger
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (!missing) ban.mutate({ suspended: true, reason: reason.trim() }, { onSuccess: onClose });
      }}
    >
      <p className="text-muted text-sm">{text("suspend_hint")}</p>
      <TextArea
        label={text("reason")}
        hint={text("suspend_reason_hint")}
        dir="auto"
        maxLength={REASON_MAX_CHARS}
        value={reason}
        onChange={setReason}
        error={tried && missing ? text("reason_missing") : undefined}
      />
    </FormDialog>
  );
}
