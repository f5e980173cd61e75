import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { ProblemError } from "@ensemble/contract/problem-error";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { TemplateDocument, Values } from "./operations";
import { documentQuery, type Fill, fillMutation } from "./template-queries";

/** Values being filled in, and how far they are saved. */
export interface Filling extends Fill {
  put: (part: Partial<Fill>) => void;
  /** Saves what is not saved yet. Rejects if it can't be. */
  saveNow: () => Promise<void>;
  isSaved: boolean;
  error: unknown;
  /** True if another window saved something else. */
  isChangedElsewhere: boolean;
  /** Discards what was typed here, and shows what is saved. */
  takeTheirs: () => void;
  missing: readonly string[];
  setMissing: (names: readonly string[]) => void;
}

/** Keeps what is typed through a reload, and saves it when typing pauses. */
export function useFilling(document: TemplateDocument): Filling {
  const client = useQueryClient();
  const initial: Fill = { title: document.title, values: document.values };
  const draft = useDraftFields(`templates.document.${document.id}`, initial, document.version);
  // The server leaves out empty rows and spaces at the ends, which may be in the middle of what is typed.
  const [own, setOwn] = useState<{ version: number; fill: Fill } | null>(null);
  const shown = !draft.typed && own?.version === document.version ? own.fill : draft.fields;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { mutateAsync, error, reset } = useMutation(fillMutation(client, document.id));
  const under = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef({ fill: draft.fields, over: draft.over, typed: draft.typed });
  latest.current = { fill: draft.fields, over: draft.over, typed: draft.typed };

  const saveNow = () => {
    // One after the other: each replaces the version that the one before brought.
    const next = under.current
      .catch(() => undefined)
      .then(async () => {
        const { fill, over, typed } = latest.current;
        if (!typed) return;
        const saved = await mutateAsync({ fill, version: over });
        setOwn({ version: saved.version, fill });
        draft.saved(fill, saved.version);
        latest.current = { ...latest.current, over: saved.version };
      });
    under.current = next;
    return next;
  };
  const paused = useDebounced(JSON.stringify(draft.fields), 600);
  const saver = useRef(saveNow);
  saver.current = saveNow;
  useEffect(() => {
    // `error` shows why it failed.
    if (paused !== "" && latest.current.typed) saver.current().catch(() => undefined);
  }, [paused]);

  const put = (part: Partial<Fill>) => {
    draft.put(draft.typed ? part : { ...shown, ...part });
    if (part.values) setMissing((names) => names.filter((name) => !isFilled(part.values as Values, name)));
  };
  const isChangedElsewhere = error instanceof ProblemError && error.code === "templates.changed_elsewhere";
  return {
    ...shown,
    put,
    saveNow,
    isSaved: !draft.typed,
    error,
    isChangedElsewhere,
    takeTheirs: () => {
      draft.forget();
      reset();
      void client.invalidateQueries({ queryKey: documentQuery(document.id).queryKey });
    },
    missing,
    setMissing,
  };
}

/** True if a field that was missing has a value: `client`, `items.0.price`. */
function isFilled(values: Values, name: string): boolean {
  const [field = "", row, column = ""] = name.split(".");
  const value = values[field];
  if (row === undefined) return value !== undefined && value.length > 0;
  return Array.isArray(value) && (value[Number(row)]?.[column] ?? "") !== "";
}
