import { useSyncExternalStore } from "react";
import { deleteHumanization } from "./humanizer-queries";

/** How long a deletion can be taken back: a little longer than the notice that offers it is there. */
const UNDO_MS = 12_000;

/** What is to be deleted, and what does it now. */
let leaving: ReadonlyMap<string, () => void> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, () => void>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

/** What is seen no more, though the server may still have it. */
export const useLeaving = (): ReadonlyMap<string, unknown> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => leaving,
  );

/**
 * Deletes one when nobody took it back in time, or when the page goes: the server deletes for good. `onEnd` hears how that
 * went.
 */
export function deleteSoon(id: string, onEnd: (error: unknown) => Promise<unknown>): void {
  if (leaving.has(id)) return;
  const erase = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", erase);
    deleteHumanization(id)
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

/** Takes a deletion back. */
export function bringBack(id: string): void {
  leaving.get(id)?.();
  forget(id);
}

function forget(id: string): void {
  set(new Map([...leaving].filter(([other]) => other !== id)));
}
