import { ProblemError } from "@ensemble/contract/problem-error";
import { useState } from "react";

/** Whether a change was refused because what it was typed over has changed meanwhile. */
export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 412 && error.code.endsWith(".changed_elsewhere");

/**
 * What a form was typed over, and what the server has by now where it refused to write over that. `newest` asks for it;
 * undefined where it is gone. `older`: what was typed before was typed over that, and not over what is known by now.
 */
export function useTypedOver<Thing>(
  known: Thing,
  newest: () => Promise<Thing | undefined>,
  older: Thing | null = null,
) {
  const [base, setBase] = useState(older ?? known);
  const [theirs, setTheirs] = useState<Thing | null>(older === null ? null : known);
  return {
    base,
    theirs,
    /** For a refusal: asks for what is there by now. Without an answer the refusal stays where it is shown. */
    refused: async (error: unknown) => {
      if (!isChangedElsewhere(error)) return;
      const now = await newest().catch(() => undefined);
      if (now !== undefined) setTheirs(now);
    },
    /** What is typed is typed over what is there by now. */
    goOn: () => {
      if (theirs !== null) setBase(theirs);
      setTheirs(null);
    },
  };
}
