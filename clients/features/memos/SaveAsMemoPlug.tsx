import type { AnswerSeat } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotebookPen } from "lucide-react";
import { createMemoMutation, newMemo } from "./memo-queries";

/** Keeps an answer as a memo. */
export function SaveAsMemoPlug({ answer }: AnswerSeat) {
  const text = useText("memos");
  const { navigate } = useNavigation();
  const create = useMutation(createMemoMutation(useQueryClient()));
  const keep = () =>
    create.mutate(newMemo({ kind: "chat", body: answer }), {
      onSuccess: ({ id }) =>
        showToast({
          kind: "success",
          title: text("saved"),
          action: { label: text("open"), onPress: () => navigate(PLACES.memo(id)) },
        }),
      // spec §8: "Failed to create memo"
      onError: () =>
        showToast({
          kind: "danger",
          title: text("create_failed"),
          action: { label: text("try_again"), onPress: keep },
        }),
    });
  return (
    <IconButton
      size="sm"
      label={text("save_as_memo")}
      icon={<NotebookPen />}
      disabled={create.isPending}
      onClick={keep}
    />
  );
}
