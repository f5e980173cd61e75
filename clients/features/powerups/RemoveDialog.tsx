import { REASON_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { removeMutation } from "./powerup-queries";

/** Takes a PowerUP from everybody but its author, with a reason. For the operator. */
export function RemoveDialog({
  id,
  onClose,
  onRemoved,
}: {
  id: string;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const text = useText("powerups");
  const common = useText("common");
  const problemText = useProblemText();
  const remove = useMutation(removeMutation(useQueryClient()));
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      title={text("take_down_title")}
      cancelLabel={common("cancel")}
      submitLabel={text("take_down")}
      danger
      fieldFirst
      busy={remove.isPending}
      disabled={reason.trim() === ""}
      onClose={onClose}
      onSubmit={() => remove.mutate({ id, reason }, { onSuccess: onRemoved })}
    >
      <TextArea
        label={common("reason")}
        hint={text("reason_hint")}
        rows={3}
        maxLength={REASON_MAX_CHARS}
        value={reason}
        onChange={setReason}
        error={remove.error ? problemText(remove.error) : null}
      />
    </FormDialog>
  );
}
