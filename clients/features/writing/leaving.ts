import { useSyncExternalStore } from "react";
import { humanizations } from "./humanizer-queries";

/** Time during which a deletion can be undone: a little longer than its toast. */
const UNDO_MS = 12_000;

/** Pending deletions, each with the function that performs it now. */
let leaving: ReadonlyMap<string, () => void> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, () => void>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

/** Returns the pending deletions, which are hidden although the server may still have them. */
export const useLeaving = (): ReadonlyMap<string, unknown> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => leaving,
  );

/**
 * Deletes a humanization permanently after the undo time, or when the page closes. `onEnd` gets the outcome.
 */
export function deleteSoon(id: string, onEnd: (error: unknown) => Promise<unknown>): void {
  if (leaving.has(id)) return;
  const erase = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", erase);
    humanizations
      .erase(id)
      .then(
        () => onEnd(null),
        (error: unknown) => onEnd(error),
      )
      .finally(() => forget(id));
  };
  const timer = setTimeout(erase, UNDO_MS);
  addEventListener("pagehide", erase);
  set(
    new Map(leaving).set(id, () => {
      clearTimeout(timer);
      removeEventListener("pagehide", erase);
    }),
  );
}

/** Undoes a deletion. */
export function bringBack(id: string): void {
  leaving.get(id)?.();
  forget(id);
}

function forget(id: string): void {
  set(new Map([...leaving].filter(([other]) => other !== id)));
}
