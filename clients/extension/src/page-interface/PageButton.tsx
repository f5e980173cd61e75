import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

interface PageButtonProps extends ComponentProps<"button"> {
  label: string;
  icon: ReactNode;
  /** True if the label is shown next to the icon. */
  named?: boolean;
}

/** Small button of the in-page interface with a tooltip. */
export function PageButton({ label, icon, named = false, className, ...rest }: PageButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={named ? undefined : label}
      className={clsx(
        "inline-flex h-8 min-w-8 flex-none items-center justify-center gap-1.5 rounded-sm px-2 text-sm text-muted outline-offset-[-2px] hover:bg-hover hover:text-ink active:bg-pressed disabled:opacity-40 aria-pressed:text-accent-ink touch:h-11 touch:min-w-11 [&_svg]:size-4 [&_svg]:flex-none",
        className,
      )}
    >
      {icon}
      {named ? <span className="max-w-44 truncate">{label}</span> : null}
    </button>
  );
}
