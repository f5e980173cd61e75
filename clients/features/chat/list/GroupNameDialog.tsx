import { GROUP_NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/chat";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { GroupDialogProps } from "./GroupDialog";
import { changeManyMutation, saveGroupMutation } from "./list-queries";
import { useFolders } from "./use-folders";

/** Dialog, loaded by `GroupDialog.tsx`. */
export function GroupNameDialog({ group = null, ids = [], onClose }: GroupDialogProps) {
  const text = useText("chat");
  const problemText = useProblemText();
  const form = useId();
  const client = useQueryClient();
  const [name, setName] = useState(group?.name ?? "");
  const save = useMutation(saveGroupMutation(client));
  const move = useMutation(changeManyMutation(client));
  const folders = useFolders();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || name.trim() === "") return;
    save.mutate(
      { id: group?.id ?? null, name },
      {
        onSuccess: (saved) => {
          if (ids.length > 0) move.mutate({ ids, action: { action: "move", group_id: saved.id } });
          if (!group) folders.show(`group:${saved.id}`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text(group ? "rename_group" : "new_group")}
      closeLabel={text("cancel")}
      footer={
        <>
          <Button onClick={onClose}>{text("cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={save.isPending}
            disabled={name.trim() === ""}
          >
            {text(group ? "rename" : "create_group")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={text("group_name")}
          dir="auto"
          maxLength={GROUP_NAME_MAX_CHARS}
          value={name}
          onChange={setName}
          error={save.error ? problemText(save.error) : undefined}
        />
      </form>
    </Dialog>
  );
}
