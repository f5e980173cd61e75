import { useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Artifact } from "../operations";
import { deleteMutation } from "../queries";

/** Asks before an artifact is deleted with its versions and its published page. */
export default function DeleteDialog({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const text = useText("artifacts");
  const remove = useMutation(deleteMutation(useQueryClient()));
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(stays) => !stays && onClose()}
      title={text("delete_title", { title: artifact.title })}
      description={text("delete_hint")}
      confirmLabel={text("delete")}
      cancelLabel={text("cancel")}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(artifact.id, { onSettled: onClose })}
    />
  );
}
