import clsx from "clsx";
import { keyCaps } from "./key-names";

/** Shows a keyboard shortcut as key caps of this platform. */
export function Kbd({ keys, quiet = false }: { keys: string; quiet?: boolean }) {
  return (
    <kbd dir="ltr" className="inline-flex items-center gap-0.5 font-sans">
      {keyCaps(keys).map((cap) => (
        <span
          key={cap}
          className={clsx(
            "inline-flex h-5 min-w-5 items-center justify-center rounded-sm px-1 text-xs leading-none",
            quiet ? "bg-current/15" : "bg-sunken text-muted shadow-[inset_0_0_0_1px_var(--line)]",
          )}
        >
          {quiet ? <span className="text-surface">{cap}</span> : cap}
        </span>
      ))}
    </kbd>
  );
}
