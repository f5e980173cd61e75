import { isEditConflict } from "@ensemble/blocks/changes/edit-conflict";
import { useDrafts, useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import type { Memo } from "@ensemble/contract/wire";
import { notifyManager, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { changeMemo, keepNewMemo, memoQuery } from "../memo-queries";
import { editPlace, type KeptEdit, leftOf, readEdit, typedOver, writeEdit } from "./kept-edit";

/** Debounce of saving while typing. */
const PAUSE_MS = 700;

export interface MemoEditing {
  title: string;
  body: string;
  type: (typed: Partial<Pick<KeptEdit, "title" | "body">>) => void;
  state: "kept" | "saving" | "waiting" | "conflict" | "failed";
  error: unknown;
  /** Server's version if it differs from the base version; null: it must be fetched first. */
  theirs: Memo | null;
  /** Saves the typed text over that. */
  keepMine: () => void;
  /** Discards the typed text in favor of that. */
  takeTheirs: () => void;
  /** Continues with a combination of both texts. */
  editBoth: (both: Partial<Pick<KeptEdit, "title" | "body">>) => void;
  again: () => void;
}

/** Edits a memo: saved on the device with every key, and on the server after a pause. */
export function useMemoEdit(memo: Memo): MemoEditing {
  const client = useQueryClient();
  const place = editPlace(memo.id);
  const drafts = useDrafts();
  const [kept, keep] = useDraftText(place);
  const edit = readEdit(kept);
  const save = useMutation({
    meta: { ownError: true },
    scope: { id: place },
    mutationFn: async (sent: KeptEdit) => {
      const { title, body, version } = sent;
      const saved = await (version === 0
        ? keepNewMemo(client, { id: memo.id, title, body, tags: memo.tags })
        : changeMemo(client, { id: memo.id, fields: { title, body }, version }));
      // Once the page has the saved memo: the text before it would be shown for a moment, and the caret be lost.
      notifyManager.schedule(() => {
        const left = leftOf(readEdit(drafts.read(place)), sent, saved);
        drafts.write(place, left ? writeEdit(left) : "");
      });
      return saved;
    },
    onError: (error) => {
      // The newer version is shown next to the typed text.
      if (isEditConflict(error)) void client.invalidateQueries({ queryKey: memoQuery(memo.id).queryKey });
    },
  });
  const failedText = save.isError && save.variables ? writeEdit(save.variables) : null;
  const isConflict = failedText !== null && isEditConflict(save.error);
  const isStuck = isConflict || failedText === kept;

  const send = useEffectEvent(() => {
    const sent = readEdit(drafts.read(place));
    if (sent) save.mutate(sent);
  });
  useEffect(() => {
    if (kept === "" || save.isPending || isStuck) return;
    const pause = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [kept, save.isPending, isStuck]);
  // Leaving saves immediately.
  const leave = useEffectEvent(() => {
    if (kept !== "" && !save.isPending && !isStuck) send();
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
    theirs: edit !== null && memo.version !== edit.version ? memo : null,
    keepMine: () => {
      if (edit) save.mutate({ ...edit, version: memo.version });
    },
    takeTheirs: () => {
      save.reset();
      drafts.write(place, "");
      void client.invalidateQueries({ queryKey: ["memos"] });
    },
    editBoth: (both) => {
      save.reset();
      if (edit) keep(writeEdit({ ...edit, ...both, version: memo.version }));
    },
    again: () => {
      if (edit) save.mutate(edit);
    },
  };
}
