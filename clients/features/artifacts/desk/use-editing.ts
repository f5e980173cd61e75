import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ArtifactDetail } from "../operations";
import { versionMutation } from "../queries";

export interface Editing {
  /** What the person typed and has not saved; null: nothing. */
  draft: string | null;
  change: (content: string) => void;
  /** Saves what was typed, if anything was; calls `done` once nothing is left to save. */
  save: (done?: () => void) => void;
  discard: () => void;
  /** Stores an older version as the newest. */
  restore: (number: number, content: string, done: () => void) => void;
  busy: boolean;
  error: unknown;
}

/** Edits an artifact by hand: what is saved is a new version (spec §4). */
export function useEditing(artifact: ArtifactDetail | null, isEditable: boolean): Editing {
  const add = useMutation(versionMutation(useQueryClient()));
  const [draft, setDraft] = useState<{ content: string; base: number } | null>(null);
  const isChanged = draft !== null && artifact !== null && isEditable && draft.content !== artifact.content;
  const store = (content: string, base: number, restored: number | undefined, done: () => void) => {
    if (!artifact || add.isPending) return;
    add.mutate(
      { id: artifact.id, content, base, ...(restored === undefined ? {} : { restored }) },
      { onSuccess: done },
    );
  };
  return {
    draft: isChanged ? draft.content : null,
    change: (content) =>
      artifact && setDraft((known) => ({ content, base: known?.base ?? artifact.version })),
    save: (done) => {
      if (!isChanged) return done?.();
      store(draft.content, draft.base, undefined, () => {
        setDraft(null);
        done?.();
      });
    },
    discard: () => {
      setDraft(null);
      add.reset();
    },
    restore: (number, content, done) => {
      if (artifact) store(content, artifact.version, number, done);
    },
    busy: add.isPending,
    error: add.error,
  };
}
