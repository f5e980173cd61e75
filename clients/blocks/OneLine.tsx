import type { ReactNode } from "react";

/**
 * Text on one line, cut at its own end: in its own direction, but standing where the lines around it begin, so that a
 * list of mixed scripts keeps one edge.
 */
export function OneLine({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="block w-fit max-w-full truncate">
      {children}
    </span>
  );
}
