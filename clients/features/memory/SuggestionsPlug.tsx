import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Brain, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { adoptMutation, rejectMutation, reopenMutation, suggestionsQuery } from "./memory-queries";

const MemoryDrawer = lazy(() => import("./MemoryDrawer").then((file) => ({ default: file.MemoryDrawer })));

/** Shows suggestions learned from this chat above the field, for approval. */
export function SuggestionsPlug({ seat }: { seat: ComposerSeat }) {
  const text = useText("memory");
  const client = useQueryClient();
  const adopt = useMutation(adoptMutation(client));
  const reject = useMutation(rejectMutation(client));
  const reopen = useMutation(reopenMutation(client));
  const [open, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...suggestionsQuery("pending"), enabled: seat.conversationId !== null });
  const waiting = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ source }) => source.conversation_id === seat.conversationId,
  );
  const [suggestion] = waiting;
  const keep = (id: string) =>
    adopt.mutate(
      { id },
      {
        onSuccess: () => showToast({ kind: "success", title: text("was_adopted") }),
        // The drawer shows the problem, and how much room there is.
        onError: () => setOpen(true),
      },
    );
  const refuse = (id: string) =>
    reject.mutate(id, {
      onSuccess: () =>
        showToast({
          title: text("was_rejected"),
          action: { label: text("undo"), onPress: () => reopen.mutate(id) },
        }),
    });
  return (
    <>
      {suggestion ? (
        <section
          aria-label={text("suggestions")}
          className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-raised py-1.5 ps-3 pe-1.5 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
        >
          <Brain className="size-4 flex-none text-muted" aria-hidden="true" />
          <p className="min-w-[min(12rem,60%)] flex-1">
            <span className="text-muted">{text("remember_this")} </span>
            <bdi className="break-words">{suggestion.text}</bdi>
          </p>
          <div className="flex items-center gap-1">
            {waiting.length > 1 ? (
              <Button size="sm" kind="ghost" onClick={() => setOpen(true)}>
                {text("all_of", { count: waiting.length })}
              </Button>
            ) : null}
            <Button size="sm" busy={adopt.isPending} onClick={() => keep(suggestion.id)}>
              {text("adopt")}
            </Button>
            <IconButton
              size="sm"
              label={text("reject")}
              icon={<X />}
              disabled={reject.isPending}
              onClick={() => refuse(suggestion.id)}
            />
          </div>
        </section>
      ) : null}
      {open ? (
        <Suspense>
          <MemoryDrawer first="suggestions" onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
