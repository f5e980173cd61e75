import type { ReactNode } from "react";

/** Style of the two panes side by side: the original and the rewritten text. */
export const paneStyle =
  "flex min-h-0 min-w-0 flex-col rounded-lg bg-raised shadow-[inset_0_0_0_1px_var(--line)]";

export function PaneHead({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-none items-center gap-2 border-line border-b ps-4 pe-2 touch:min-h-14">
      {children}
    </div>
  );
}
