import { BOARD_NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/images";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { ImageBoard } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addBoardMutation, renameBoardMutation } from "../image-queries";

/** Names a board: a new one, or the given one. */
export function BoardDialog({
  board,
  onClose,
  onDone,
}: {
  board?: ImageBoard;
  onClose: () => void;
  onDone: (board: ImageBoard) => void;
}) {
  const text = useText("images");
  const client = useQueryClient();
  const add = useMutation(addBoardMutation(client));
  const rename = useMutation(renameBoardMutation(client));
  const [name, setName] = useState(board?.name ?? "");
  const given = name.trim();
  return (
    <FormDialog
      title={text(board ? "rename_board" : "new_board")}
      cancelLabel={text("cancel")}
      submitLabel={text(board ? "save" : "create")}
      busy={add.isPending || rename.isPending}
      disabled={given === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        if (given === "") return;
        if (board) rename.mutate({ id: board.id, name: given }, { onSuccess: onDone });
        else add.mutate({ id: uuidV7(), name: given }, { onSuccess: onDone });
      }}
    >
      <TextField label={text("name")} maxLength={BOARD_NAME_MAX_CHARS} value={name} onChange={setName} />
    </FormDialog>
  );
}
