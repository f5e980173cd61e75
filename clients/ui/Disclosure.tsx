import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

/** Collapsible section with a one-line summary. */
export function Disclosure({
  title,
  strong = false,
  open,
  insists = false,
  children,
}: {
  title: ReactNode;
  strong?: boolean;
  /** True if it is open initially. */
  open?: boolean;
  /** True if its content must be visible now. Opens it, and it stays open. */
  insists?: boolean;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (insists && details.current) details.current.open = true;
  }, [insists]);
  return (
    <details ref={details} className="group text-sm" open={open}>
      <summary
        className={clsx(
          "flex min-h-8 cursor-default select-none items-center gap-1.5 touch:min-h-11 [&::-webkit-details-marker]:hidden",
          strong ? "font-medium" : "text-muted hover:text-ink",
        )}
      >
        <ChevronRight
          className="size-4 flex-none transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      {children}
    </details>
  );
}
