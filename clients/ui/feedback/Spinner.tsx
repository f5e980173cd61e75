import clsx from "clsx";

/** Indicates activity; pair it with a text for screen readers. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-4 flex-none animate-[ui-spin_700ms_linear_infinite] rounded-full border-2 border-current/25 border-t-current",
        className,
      )}
    />
  );
}
