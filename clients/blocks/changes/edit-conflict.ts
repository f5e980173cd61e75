import { ProblemError } from "@ensemble/contract/problem-error";
import { useState } from "react";

/** Returns true if a change was rejected because the item has changed in the meantime. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 412 && error.code.endsWith(".changed_elsewhere");

/**
 * Tracks the version that a form is based on, and the server's version after a conflict. `newest` fetches it;
 * undefined if the item is gone. `older`: an earlier version that the form was based on, if not the known
 * one.
 */
export function useEditConflict<Thing>(
  known: Thing,
  newest: () => Promise<Thing | undefined>,
  older: Thing | null = null,
) {
  const [base, setBase] = useState(older ?? known);
  const [theirs, setTheirs] = useState<Thing | null>(older === null ? null : known);
  return {
    base,
    theirs,
    /**
     * Handles an error: after a conflict, fetches the server's version. If that fails, the error stays
     * visible.
     */
    refused: async (error: unknown) => {
      if (!isEditConflict(error)) return;
      const now = await newest().catch(() => undefined);
      if (now !== undefined) setTheirs(now);
    },
    /** Rebases the form on the server's version. */
    goOn: () => {
      if (theirs !== null) setBase(theirs);
      setTheirs(null);
    },
  };
}
