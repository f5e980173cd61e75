import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { ImageBoard } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addBoardMutation, deleteBoardMutation } from "../image-queries";
import { changeImagesMutation, imagesOfBoard } from "./gallery-queries";

/** Deletes a board, whose images stay; undoing makes it again with the same images. */
export function useDeleteBoard(onDeleted: () => void) {
  const text = useText("images");
  const client = useQueryClient();
  const erase = useMutation(deleteBoardMutation(client));
  const add = useMutation(addBoardMutation(client));
  const change = useMutation(changeImagesMutation(client));
  return useMutation({
    mutationFn: async (board: ImageBoard) => {
      const images = await imagesOfBoard(board.id);
      await erase.mutateAsync(board.id);
      return images;
    },
    onSuccess: (images, { name }) => {
      onDeleted();
      const undo = async () => {
        const { id } = await add.mutateAsync({ id: uuidV7(), name });
        change.mutate({ images, change: { board_id: id } });
      };
      showToast({
        title: text("board_deleted", { name: isolated(name) }),
        action: { label: text("undo"), onPress: () => void undo() },
      });
    },
  });
}
