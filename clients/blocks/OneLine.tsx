import type { ReactNode } from "react";

/**
 * Shows text on one line, truncated at its own end and aligned with the lines around it, so that a list of
 * mixed scripts keeps one edge.
 */
export function OneLine({ children }: { children: ReactNode }) {
  return (
    <span dir="auto" className="block w-fit max-w-full truncate">
      {children}
    </span>
  );
}
