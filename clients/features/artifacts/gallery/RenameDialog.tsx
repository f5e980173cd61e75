import { TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/artifacts";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Artifact } from "../operations";
import { changeMutation } from "../queries";

/** Renames an artifact. */
export default function RenameDialog({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const text = useText("artifacts");
  const change = useMutation(changeMutation(useQueryClient()));
  const [title, setTitle] = useState(artifact.title);
  return (
    <FormDialog
      title={text("rename")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      fieldFirst
      disabled={title.trim() === ""}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={() => change.mutate({ id: artifact.id, title }, { onSuccess: onClose })}
    >
      <TextField label={text("item_title")} value={title} onChange={setTitle} maxLength={TITLE_MAX_CHARS} />
    </FormDialog>
  );
}
