import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { createContext, use, useEffect } from "react";

const SeatContext = createContext<((seat: ComposerSeat | null) => void) | null>(null);

/** Provides the page beside the chat with the chat's composer. */
export const DocumentSeatProvider = SeatContext;

/** Plug that gives the page beside the chat access to the composer. */
export function DocumentSeatPlug({ seat }: { seat: ComposerSeat }) {
  const tell = use(SeatContext);
  useEffect(() => tell?.(seat));
  useEffect(() => () => tell?.(null), [tell]);
  return null;
}
