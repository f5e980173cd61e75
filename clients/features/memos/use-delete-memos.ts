import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeMemosMutation } from "./memo-queries";

/** Deletes memos with an undo toast. */
export function useDeleteMemos(): (ids: readonly string[], onDone?: () => void) => void {
  const text = useText("memos");
  const change = useMutation(changeMemosMutation(useQueryClient()));
  return (ids, onDone) =>
    void change.mutateAsync({ ids, action: { action: "delete" } }).then(
      // The memo's card is unmounted by then, along with its callbacks.
      ({ memo_ids: deleted }) => {
        showToast({
          title: text("deleted_count", { count: deleted.length }),
          action: {
            label: text("undo"),
            onPress: () => change.mutate({ ids: deleted, action: { action: "restore" } }),
          },
        });
        onDone?.();
      },
      // Errors of failed changes are shown globally.
      () => undefined,
    );
}
