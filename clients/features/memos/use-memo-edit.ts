import { useDrafts, useDraftText } from "@ensemble/blocks/use-draft-text";
import { toProblem } from "@ensemble/contract/problem-error";
import type { Memo } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { editPlace, type KeptEdit, leftOf, readEdit, typedOver, writeEdit } from "./kept-edit";
import { changeMemo } from "./memo-queries";

/** How long nothing is typed before what was typed is kept. */
const PAUSE_MS = 700;

export interface MemoEditing {
  title: string;
  body: string;
  type: (typed: Partial<Pick<KeptEdit, "title" | "body">>) => void;
  state: "kept" | "saving" | "waiting" | "conflict" | "failed";
  error: unknown;
  /** Keeps what is typed over whatever the server has by now. */
  keepMine: () => void;
  /** Shows what the server has instead of what was typed. */
  takeTheirs: () => void;
  again: () => void;
}

/** What is typed into a memo: kept on the device with every key, and on the server after a pause. */
export function useMemoEdit(memo: Memo): MemoEditing {
  const client = useQueryClient();
  const place = editPlace(memo.id);
  const drafts = useDrafts();
  const [kept, keep] = useDraftText(place);
  const edit = readEdit(kept);
  const save = useMutation({
    meta: { ownError: true },
    scope: { id: place },
    mutationFn: async ({ sent, force }: { sent: KeptEdit; force: boolean }) => {
      const { title, body, version } = sent;
      const change = { id: memo.id, fields: { title, body }, version: force ? null : version };
      const saved = await changeMemo(client, change);
      const left = leftOf(readEdit(drafts.read(place)), sent, saved);
      drafts.write(place, left ? writeEdit(left) : "");
      return saved;
    },
  });
  const failedText = save.isError && save.variables ? writeEdit(save.variables.sent) : null;
  const problem = failedText === null ? null : toProblem(save.error);
  const isConflict = problem?.code === "memos.changed_elsewhere";
  const isStuck = isConflict || failedText === kept;

  const send = useEffectEvent((force: boolean) => {
    const sent = readEdit(drafts.read(place));
    if (sent) save.mutate({ sent, force });
  });
  useEffect(() => {
    if (kept === "" || save.isPending || isStuck) return;
    const pause = setTimeout(() => send(false), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [kept, save.isPending, isStuck]);
  // Who leaves at once has it kept at once.
  const leave = useEffectEvent(() => {
    if (kept !== "" && !save.isPending && !isStuck) send(false);
  });
  useEffect(() => () => leave(), []);

  const state = isConflict
    ? "conflict"
    : save.isPending
      ? "saving"
      : edit === null
        ? "kept"
        : isStuck
          ? "failed"
          : "waiting";
  return {
    title: edit?.title ?? memo.title,
    body: edit?.body ?? memo.body,
    type: (typed) => keep(writeEdit(typedOver(memo, edit, typed))),
    state,
    error: save.error,
    keepMine: () => {
      if (edit) save.mutate({ sent: edit, force: true });
    },
    takeTheirs: () => {
      save.reset();
      drafts.write(place, "");
      void client.invalidateQueries({ queryKey: ["memos"] });
    },
    again: () => {
      if (edit) save.mutate({ sent: edit, force: false });
    },
  };
}
