import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteVideoMutation, restoreVideoMutation } from "./history-queries";

/** Moves videos to the trash, with undo, and brings them back. What called it may be closed by then. */
export function useDeleteVideo() {
  const text = useText("videos");
  const client = useQueryClient();
  const undo = useMutation(restoreVideoMutation(client));
  const restore = useMutation({
    ...restoreVideoMutation(client),
    onSuccess: () => showToast({ title: text("video_restored") }),
  });
  const remove = useMutation({
    ...deleteVideoMutation(client),
    onSuccess: (_, video) =>
      showToast({
        title: text("video_deleted"),
        action: { label: text("undo"), onPress: () => undo.mutate(video) },
      }),
  });
  return { remove: remove.mutate, restore: restore.mutate };
}
