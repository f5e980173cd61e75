import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteImagesMutation, restoreImagesMutation } from "./gallery-queries";

/** Moves images to the trash, with undo, and brings them back. What called it may be closed by then. */
export function useDeleteImages() {
  const text = useText("images");
  const client = useQueryClient();
  const undo = useMutation(restoreImagesMutation(client));
  const restore = useMutation({
    ...restoreImagesMutation(client),
    onSuccess: (_, images) => showToast({ title: text("images_restored", { count: images.length }) }),
  });
  const remove = useMutation({
    ...deleteImagesMutation(client),
    onSuccess: (_, images) =>
      showToast({
        title: text("images_deleted", { count: images.length }),
        action: { label: text("undo"), onPress: () => undo.mutate(images) },
      }),
  });
  return {
    remove: (images: readonly Image[]) => remove.mutate(images),
    restore: (images: readonly Image[]) => restore.mutate(images),
  };
}
