import { OneLine } from "@ensemble/blocks/OneLine";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { TRASH_DAYS } from "@ensemble/contract/generated/limits/chat";
import { toProblem } from "@ensemble/contract/problem-error";
import type { DeletedConversation } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { changeManyMutation, purgeMutation, restoreTrashMutation, trashQuery } from "./list/list-queries";

/** Lists conversations deleted in the last 30 days, to restore or delete them permanently. */
export function TrashPage() {
  const text = useText("chat");
  const own = useText("trash");
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(trashQuery);
  const restoreAll = useMutation(restoreTrashMutation(client));
  const purge = useMutation(purgeMutation(client));
  /** Conversation to confirm deletion of, or all of them. */
  const [doomed, setDoomed] = useState<DeletedConversation | "all" | null>(null);
  const items = data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[46rem] flex-1 flex-col gap-4 px-4 py-4 lg:py-8">
        <header className="flex flex-wrap items-center gap-2">
          <AppLink
            to="/home"
            aria-label={text("conversations")}
            className="-ms-2 flex size-11 items-center justify-center rounded-md text-muted lg:hidden"
          >
            <ArrowLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
          </AppLink>
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("trash")}</h1>
          {items.length > 0 ? (
            <>
              <Button
                size="sm"
                busy={restoreAll.isPending}
                onClick={() =>
                  restoreAll.mutate(undefined, {
                    onSuccess: ({ restored }) =>
                      showToast({ title: own("restored_count", { count: restored }) }),
                  })
                }
              >
                {own("restore_all")}
              </Button>
              <Button size="sm" kind="danger" onClick={() => setDoomed("all")}>
                {own("empty_trash")}
              </Button>
            </>
          ) : null}
        </header>
        <p className="text-muted text-sm">{own("hint", { days: TRASH_DAYS })}</p>
        {data && items.length === 0 ? <EmptyState icon={<Trash2 />} title={own("is_empty")} /> : null}
        {!data && error ? <ProblemCard problem={toProblem(error)} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonLines count={6} label={text("trash")} /> : null}
        <ul className="flex flex-col divide-y divide-line">
          {items.map((deleted) => (
            <DeletedRow key={deleted.id} deleted={deleted} onPurge={() => setDoomed(deleted)} />
          ))}
        </ul>
        {hasNextPage ? (
          <Button kind="ghost" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text("show_more")}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title={own(doomed === "all" ? "empty_trash_title" : "purge_title")}
        description={own("purge_hint")}
        confirmLabel={own("delete_for_good")}
        cancelLabel={text("cancel")}
        danger
        onConfirm={() => {
          if (doomed) purge.mutate(doomed === "all" ? null : doomed.id);
          setDoomed(null);
        }}
      />
    </div>
  );
}

function DeletedRow({ deleted, onPurge }: { deleted: DeletedConversation; onPurge: () => void }) {
  const text = useText("chat");
  const own = useText("trash");
  const change = useMutation(changeManyMutation(useQueryClient()));
  const title = deleted.title || text("untitled");
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <OneLine>{title}</OneLine>
        </p>
        <p className="text-faint text-xs">{own("days_left", { count: deleted.days_left })}</p>
      </div>
      <IconButton
        label={own("restore_title", { title })}
        icon={<RotateCcw />}
        onClick={() => change.mutate({ ids: [deleted.id], action: { action: "restore" } })}
      />
      <IconButton label={own("delete_for_good_title", { title })} icon={<Trash2 />} onClick={onPurge} />
    </li>
  );
}
