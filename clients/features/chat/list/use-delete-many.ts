import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeManyMutation } from "./list-queries";

/** Moves conversations to the trash with an undo toast. */
export function useDeleteMany(): (ids: readonly string[], title?: string) => void {
  const text = useText("chat");
  const { path, navigate } = useNavigation();
  const change = useMutation(changeManyMutation(useQueryClient()));

  return (ids, title) => {
    if (ids.some((id) => path.includes(id))) navigate(PLACES.newChat);
    // Rows unmount before the response, along with callbacks passed to `mutate`. The mutation itself
    // shows errors.
    change.mutateAsync({ ids, action: { action: "delete" } }).then(
      (deleted) =>
        showToast({
          title: title ? text("deleted_title", { title }) : text("deleted_count", { count: deleted.length }),
          action: {
            label: text("undo"),
            onPress: () => change.mutate({ ids: deleted, action: { action: "restore" } }),
          },
        }),
      () => undefined,
    );
  };
}
