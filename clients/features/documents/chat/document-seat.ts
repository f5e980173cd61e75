import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { createContext, use, useEffect } from "react";

const SeatContext = createContext<((seat: ComposerSeat | null) => void) | null>(null);

/** The page beside the chat is told of the chat's composer here. */
export const DocumentSeatProvider = SeatContext;

/** A plug that gives the page beside the chat what it needs to ask there. */
export function DocumentSeatPlug({ seat }: { seat: ComposerSeat }) {
  const tell = use(SeatContext);
  useEffect(() => tell?.(seat));
  useEffect(() => () => tell?.(null), [tell]);
  return null;
}
