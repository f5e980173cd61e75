import type { LibraryDocument } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeDocumentMutation } from "./document-queries";

/** Renames a document. */
export function RenameDocument({ document, onClose }: { document: LibraryDocument; onClose: () => void }) {
  const text = useText("library");
  const [name, setName] = useState(document.name);
  const change = useMutation(changeDocumentMutation(useQueryClient(), document.id));
  return (
    <FormDialog
      title={text("rename")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={change.isPending}
      disabled={name.trim() === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => change.mutate({ name }, { onSuccess: onClose })}
    >
      <TextField label={text("name")} maxLength={200} value={name} onChange={setName} />
    </FormDialog>
  );
}
