import { api } from "@ensemble/contract/api";
import type { NewMemo } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NotebookPen } from "lucide-react";
import { Suspense } from "react";
import { PLACES } from "../places";
import { type MemoToKeep, newMemo } from "./new-memo";

/** Saves the shown content as a memo. `memo` is called when pressed. */
export function SaveAsMemo(props: { memo: () => MemoToKeep; small?: boolean }) {
  return (
    <Suspense fallback={null}>
      <Save {...props} />
    </Suspense>
  );
}

function Save({ memo, small = false }: { memo: () => MemoToKeep; small?: boolean }) {
  const text = useText("memos");
  const { navigate } = useNavigation();
  const client = useQueryClient();
  const create = useMutation({
    meta: { ownError: true },
    mutationFn: (body: NewMemo) => api.post("/api/memos", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });
  const send = (body: NewMemo) =>
    create.mutate(body, {
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
          // The same request, so that nothing is saved twice.
          action: { label: text("try_again"), onPress: () => send(body) },
        }),
    });
  const props = {
    size: "sm" as const,
    icon: <NotebookPen className="size-4" />,
    disabled: create.isPending,
    onClick: () => send(newMemo(memo())),
  };
  return small ? (
    <IconButton {...props} label={text("save_as_memo")} />
  ) : (
    <Button {...props} kind="ghost">
      {text("save_as_memo")}
    </Button>
  );
}
